import type { ChatPart, TokenLogprob } from '../../../core/chat';
import { assertShallow } from './assert-shallow';
import { readLogprobs } from './read-logprobs';
import { openCalls, type OpenCalls, readToolCalls } from './read-tool-calls';
import { listOf, recordOf, textOf } from './values';

/** Message fields that are read here. */
const KNOWN = new Set([
  'role',
  'content',
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'tool_calls',
  'function_call',
]);

/** Fields about the upstream rather than the answer: never passed on, wherever they occur. */
const OF_THE_UPSTREAM = new Set([
  'id',
  'object',
  'created',
  'model',
  'index',
  'provider',
  'usage',
  'cost',
  'timings',
  'system_fingerprint',
  'service_tier',
  'request_id',
  'native_finish_reason',
  'token_ids',
  'prompt_token_ids',
  'hidden_states',
  'meta_info',
  'sglext',
  'logprobs',
  '__proto__',
]);

/** The context in which a message is read. */
export type MessageContext = {
  choice: number;
  /** The choice's calls so far; extended here, and null before the first one. */
  calls: OpenCalls | null;
  /** How many alternatives were requested; undefined if log probabilities were not requested. */
  topLogprobs: number | undefined;
};

/**
 * Adds the parts of a message, or of a piece of one.
 * @param logprobs the member beside it on the wire
 * @param parts extended here
 * @throws ApiError INFERENCE_FAILED if a field that is passed on as it came has more than 100 levels
 */
export function readMessage(
  message: Record<string, unknown>,
  logprobs: unknown,
  context: MessageContext,
  parts: ChatPart[],
): void {
  const { choice, topLogprobs } = context;
  const { content } = message;
  if (message.reasoning_content || message.reasoning || message.reasoning_details) {
    readReasoning(message, choice, parts);
  }
  if (topLogprobs !== undefined && logprobs != null) {
    readMeasuredText(content, readLogprobs(logprobs, topLogprobs), choice, parts);
  } else if (typeof content === 'string') {
    if (content !== '') parts.push({ type: 'text', choice, text: content });
  } else if (Array.isArray(content)) {
    readContent(content, choice, parts);
  }
  if (message.tool_calls || message.function_call) readCalls(message, context, parts);
  readExtra(message, choice, parts);
}

/** `reasoning_content` is DeepSeek's and SGLang's name, `reasoning` OpenRouter's, Ollama's and vLLM's. */
function readReasoning(message: Record<string, unknown>, choice: number, parts: ChatPart[]): void {
  const plain = textOf(message.reasoning_content) ?? textOf(message.reasoning);
  const details = listOf(message.reasoning_details);
  const text = plain ?? details.map(textOfDetail).join('');
  assertShallow(details);
  if (details.length > 0) parts.push({ type: 'reasoning', choice, text, details });
  else if (text !== '') parts.push({ type: 'reasoning', choice, text });
}

function readMeasuredText(content: unknown, logprobs: TokenLogprob[], choice: number, parts: ChatPart[]): void {
  if (Array.isArray(content)) readContent(content, choice, parts);
  const text = typeof content === 'string' ? content : '';
  if (logprobs.length > 0) parts.push({ type: 'text', choice, text, logprobs });
  else if (text !== '') parts.push({ type: 'text', choice, text });
}

/** `function_call` is the older format of a single call. */
function readCalls(message: Record<string, unknown>, context: MessageContext, parts: ChatPart[]): void {
  const { choice } = context;
  const listed = listOf(message.tool_calls);
  context.calls ??= openCalls();
  readToolCalls(listed.length > 0 ? listed : [{ function: message.function_call }], context.calls, choice, parts);
  const signature = signatureOf(listed);
  if (signature !== undefined) parts.push({ type: 'extra', choice, fields: { thought_signature: signature } });
}

function textOfDetail(detail: unknown): string {
  const { text, summary } = recordOf(detail);
  return textOf(text) ?? textOf(summary) ?? '';
}

/** Content in parts, as Mistral sends it: text, and reasoning as a nested list. Everything else is ignored. */
function readContent(content: readonly unknown[], choice: number, parts: ChatPart[]): void {
  for (const part of content) {
    const { type, text, thinking } = recordOf(part);
    if (type === 'thinking') {
      const thought = typeof thinking === 'string' ? thinking : listOf(thinking).map(textOfDetail).join('');
      if (thought !== '') parts.push({ type: 'reasoning', choice, text: thought });
      continue;
    }
    const said = typeof part === 'string' ? part : textOf(text);
    if (said !== undefined && said !== '') parts.push({ type: 'text', choice, text: said });
  }
}

/** Unknown fields, unchanged; empty ones are dropped. */
function readExtra(message: Record<string, unknown>, choice: number, parts: ChatPart[]): void {
  let fields: Record<string, unknown> | null = null;
  for (const name in message) {
    if (KNOWN.has(name) || OF_THE_UPSTREAM.has(name) || isEmpty(message[name])) continue;
    fields ??= {};
    fields[name] = message[name];
  }
  if (fields === null) return;
  assertShallow(fields);
  parts.push({ type: 'extra', choice, fields });
}

/** Google's endpoint for this format puts the signature of a thought on a tool call. */
function signatureOf(calls: readonly unknown[]): string | undefined {
  for (const call of calls) {
    const { google } = recordOf(recordOf(call).extra_content);
    const signature = textOf(recordOf(google).thought_signature);
    if (signature !== undefined) return signature;
  }
  return undefined;
}

function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0);
}
