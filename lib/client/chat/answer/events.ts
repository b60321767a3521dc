import { DAY_MS, HOUR_MS } from '../../../core/time';
import { isApiFailure } from '../../failure';
import type { ChatEvent } from '../../stream-chat';
import { isUnderWay } from '../conversation';
import type { ChatMessage, Receipt } from '../types';
import { acceptedParts, joint, thoughtJoint, withReceipt } from './parts';

/** A tab that writes an answer touches its row at least this often. */
export const TOUCH_MS = 1_000;
/** So long a tab may be silent: a hidden one has its turn once a minute. */
const GONE_MS = 120_000;

/** What can happen to an answer: the events of the stream, the reader's stop, a failure, the ledger's word. */
export type AnswerEvent =
  | ChatEvent
  | { type: 'done' }
  | { type: 'stopped' }
  | { type: 'interrupted' }
  | { type: 'failed'; thrown: unknown; at: number }
  | { type: 'receipt'; requestId: string; receipt: Receipt | null };

/**
 * The state machine of an answer: waiting → streaming → complete, stopped, interrupted or failed. An ended answer takes
 * nothing but its receipts, until it is taken up again (`parts.ts`). Pure.
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
  // Of an answer that was continued the first thoughts are measured: the clock was restarted.
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
  // A number far away from the others would leave holes.
  const at = Math.min(event.index, calls.length);
  return [...calls.slice(0, at), grown, ...calls.slice(at + 1)];
}

function failureOf(message: ChatMessage, thrown: unknown, at: number): Pick<ChatMessage, 'failure' | 'requestId'> {
  const known = isApiFailure(thrown)
    ? thrown
    : { status: 0, code: 'UNKNOWN_ERROR', message: 'The page failed.', requestId: null, retryAfterSeconds: null };
  const { status, code, message: words, retryAfterSeconds } = known;
  const requestId = known.requestId ?? message.requestId;
  return { requestId, failure: { status, code, message: words, requestId, retryAfterSeconds, at } };
}

/**
 * Whether the tab that wrote an answer is gone, so that nothing will follow.
 * @param held the answers that some tab holds; null where the browser does not say: then it is this very tab's former life,
 * or one that is silent for long
 */
export function isAbandoned(
  message: ChatMessage,
  { tabId, held, at }: { tabId: string; held: ReadonlySet<string> | null; at: number },
): boolean {
  if (!isUnderWay(message)) return false;
  if (held) return !held.has(message.id);
  return message.writerId === tabId || at - message.touchedAt > GONE_MS;
}

/** For so long after an answer “no charge” is not the ledger's last word: what an outage kept is booked after it. */
const UNSURE_MS = DAY_MS + HOUR_MS;

/** The requests of an ended answer whose cost the ledger must be asked for: its last chunk never came, nor a receipt. */
export function wantedReceipts(message: ChatMessage, at: number): string[] {
  if (isUnderWay(message)) return [];
  const isUnsure = at - message.createdAt < UNSURE_MS;
  return acceptedParts(message)
    .filter(({ ticket: { usage, receipt, free } }) => !usage && !receipt && (!free || isUnsure))
    .map(({ requestId }) => requestId);
}
