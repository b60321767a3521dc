import type { JSONObject, LanguageModelV3ReasoningPart } from '@ai-sdk/provider';
import type { ChatMessage } from '../spec';
import type { Signed, VendorFormat } from './vendor';

/** Where a vendor's signed data belongs in an earlier turn that is sent back to it. */
export type Placed = {
  /** Before everything else, in the order in which it arrived. */
  thinking: LanguageModelV3ReasoningPart[];
  /** On the last text. */
  ofText?: JSONObject;
  /** On the tool calls, by id. */
  ofCall: Map<string, JSONObject>;
};

/**
 * Finds this vendor's signed data in the `reasoningDetails` and `thoughtSignature` of a message. Items of other vendors
 * are dropped: each vendor refuses what it has not signed. Pieces of one block are joined.
 */
export function placeSigned(message: Assistant, vendor: VendorFormat): Placed {
  const placed: Placed = { thinking: [], ofCall: new Map() };
  for (const detail of joinPieces(message.reasoningDetails ?? [])) {
    const signed = vendor.fromDetail(detail);
    if (signed) place(placed, signed, message, vendor.namespace);
  }
  const { thoughtSignature, toolCalls } = message;
  const isSigned = placed.ofText !== undefined || placed.ofCall.size > 0;
  if (thoughtSignature && vendor.thoughtSignature && !isSigned) {
    const metadata = vendor.thoughtSignature.from(thoughtSignature);
    place(placed, { text: '', ofAnswer: { callId: toolCalls?.[0]?.id }, metadata }, message, vendor.namespace);
  }
  return placed;
}

type Assistant = Extract<ChatMessage, { role: 'assistant' }>;

function place(
  placed: Placed,
  { text, ofAnswer, metadata }: Signed,
  { toolCalls }: Assistant,
  namespace: string,
): void {
  const call = toolCalls?.find(({ id }) => id === ofAnswer?.callId);
  if (!ofAnswer) placed.thinking.push({ type: 'reasoning', text, providerOptions: { [namespace]: metadata } });
  else if (call) placed.ofCall.set(call.id, metadata);
  else placed.ofText = metadata;
}

/** Other gateways send a reasoning block in pieces with the same `index`, the last of which is signed. */
function joinPieces(details: readonly unknown[]): JSONObject[] {
  const joined: JSONObject[] = [];
  for (const detail of details) {
    if (!isObject(detail)) continue;
    const last = joined.at(-1);
    const continues =
      last?.type === 'reasoning.text' &&
      detail.type === 'reasoning.text' &&
      last.index === detail.index &&
      typeof last.signature !== 'string';
    if (!last || !continues) {
      joined.push({ ...detail });
      continue;
    }
    const text = `${textOf(last)}${textOf(detail)}`;
    joined[joined.length - 1] = { ...last, ...detail, text };
  }
  return joined;
}

function textOf({ text }: JSONObject): string {
  return typeof text === 'string' ? text : '';
}

function isObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
