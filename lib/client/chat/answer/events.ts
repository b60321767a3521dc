import { DAY_MS, HOUR_MS } from '../../../core/time';
import { isApiFailure } from '../../failure';
import type { ChatEvent } from '../../stream-chat';
import { isUnderWay } from '../conversation';
import type { ChatMessage, Receipt } from '../types';
import { acceptedParts, joint, thoughtJoint, withReceipt } from './parts';

/** A tab that writes an answer updates its row at least this often. */
export const TOUCH_MS = 1_000;
/** How long a tab may be silent: timers of hidden tabs run once a minute. */
const GONE_MS = 120_000;

/** The events of an answer: those of the stream, a stop, a failure, or a receipt. */
export type AnswerEvent =
  | ChatEvent
  | { type: 'done' }
  | { type: 'stopped' }
  | { type: 'interrupted' }
  | { type: 'failed'; thrown: unknown; at: number }
  | { type: 'receipt'; requestId: string; receipt: Receipt | null };

/**
 * The state machine of an answer: waiting → streaming → complete, stopped, interrupted, or failed. An ended answer only
 * accepts its receipts, until it is continued (`parts.ts`). Pure.
 */
export function applyEvent(message: ChatMessage, event: AnswerEvent): ChatMessage {
  if (event.type === 'receipt') return withReceipt(message, event.requestId, event.receipt);
  if (!isUnderWay(message)) return message;
  switch (event.type) {
    case 'accepted':
      return { ...message, requestId: event.requestId };
    case 'text':
      return {
        ...thoughtUntil(started(message, event.sinceMs), event.sinceMs),
        text: message.text + joint(message, event.text) + event.text,
      };
    case 'reasoning':
      return {
        ...thinking(started(message, event.sinceMs), event.sinceMs),
        reasoning: message.reasoning + thoughtJoint(message) + event.text,
      };
    case 'reasoning_details':
      return { ...message, reasoningDetails: [...(message.reasoningDetails ?? []), ...event.details] };
    case 'thought_signature':
      return { ...message, thoughtSignature: event.signature };
    case 'call':
      return { ...thoughtUntil(started(message, event.sinceMs), event.sinceMs), calls: withFragment(message, event) };
    case 'citations':
      return { ...message, citations: [...(message.citations ?? []), ...event.citations] };
    case 'images':
      return {
        ...thoughtUntil(started(message, event.sinceMs), event.sinceMs),
        images: [...(message.images ?? []), ...event.images],
        modelId: event.modelId ?? message.modelId,
      };
    case 'finish':
      return { ...message, finishReason: event.reason };
    case 'usage':
      return { ...message, ticket: { ...message.ticket, usage: event.usage, durationMs: event.sinceMs } };
    case 'done':
      return { ...message, state: 'complete' };
    case 'stopped':
    case 'interrupted':
      return { ...message, state: event.type };
    case 'failed':
      return { ...message, state: 'failed', ...failureOf(message, event.thrown, event.at) };
  }
}

function started(message: ChatMessage, sinceMs: number): ChatMessage {
  if (message.state === 'streaming') return message;
  return { ...message, state: 'streaming', ticket: { ...message.ticket, firstTokenMs: sinceMs } };
}

function thinking(message: ChatMessage, sinceMs: number): ChatMessage {
  // In a continued answer only the first thoughts are measured, because the clock was restarted.
  if (message.continuedAt && message.continuedAt.reasoning > 0) return message;
  return { ...message, thought: { fromMs: message.thought?.fromMs ?? sinceMs, toMs: sinceMs } };
}

/** The first word or call after the thoughts ends them. */
function thoughtUntil(message: ChatMessage, sinceMs: number): ChatMessage {
  if (!message.thought || message.text !== '' || message.calls) return message;
  return { ...message, thought: { ...message.thought, toMs: sinceMs } };
}

function withFragment({ calls = [] }: ChatMessage, event: Extract<ChatEvent, { type: 'call' }>) {
  const known = calls[event.index] ?? { id: '', name: '', arguments: '' };
  const grown = {
    id: known.id || (event.id ?? ''),
    name: known.name || (event.name ?? ''),
    arguments: known.arguments + event.arguments,
  };
  // A number far beyond the others would leave gaps.
  const at = Math.min(event.index, calls.length);
  return [...calls.slice(0, at), grown, ...calls.slice(at + 1)];
}

function failureOf(message: ChatMessage, thrown: unknown, at: number): Pick<ChatMessage, 'failure' | 'requestId'> {
  const known = isApiFailure(thrown)
    ? thrown
    : { status: 0, code: 'UNKNOWN_ERROR', message: 'The page failed.', requestId: null, retryAfterSeconds: null };
  const { status, code, message: text, retryAfterSeconds } = known;
  const requestId = known.requestId ?? message.requestId;
  return { requestId, failure: { status, code, message: text, requestId, retryAfterSeconds, at } };
}

/**
 * Whether the tab that was writing an answer is gone, so that nothing will follow.
 * @param held the answers held by any tab; null if the browser cannot say: then an answer is abandoned if this very tab
 * wrote it before a reload, or if its tab has been silent for long
 */
export function isAbandoned(
  message: ChatMessage,
  { tabId, held, at }: { tabId: string; held: ReadonlySet<string> | null; at: number },
): boolean {
  if (!isUnderWay(message)) return false;
  if (held) return !held.has(message.id);
  return message.writerId === tabId || at - message.touchedAt > GONE_MS;
}

/** For this long after an answer, “no charge” is not final: the ledger may post a pending charge after an outage. */
const UNSURE_MS = DAY_MS + HOUR_MS;

/**
 * The requests of an ended answer whose receipt must be fetched from the ledger: neither their last chunk nor a receipt
 * has arrived, or only the receipt says why the answer was cut off at its maximum length.
 */
export function missingReceipts(message: ChatMessage, at: number): string[] {
  if (isUnderWay(message)) return [];
  const isUnsure = at - message.createdAt < UNSURE_MS;
  return acceptedParts(message)
    .filter(({ requestId, ticket: { usage, receipt, free } }) => {
      const isCut = message.finishReason === 'length' && requestId === message.requestId;
      return (!usage || isCut) && !receipt && (!free || isUnsure);
    })
    .map(({ requestId }) => requestId);
}
