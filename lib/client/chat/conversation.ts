import type { Chat, ChatMessage, ChatSettings, Receipt } from './types';
import { isApiFailure } from '../failure';
import type { ChatBody, ChatEvent } from '../stream-chat';
import { joint, thoughtJoint, withReceipt } from './answer/parts';
import { toWireMessages } from './wire-messages';
import { toWireFormat, toWireTools } from './wire-settings';

/** Longest title that is made from a first message, and longest that a sentence quotes. */
const TITLE_CHARACTERS = 60;
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

/** Whether tokens may still arrive. */
export function isUnderWay(message: ChatMessage): boolean {
  return message.state === 'waiting' || message.state === 'streaming';
}

/**
 * The state machine of an answer: waiting → streaming → complete, stopped, interrupted or failed. An ended answer takes
 * nothing but its receipts, until it is taken up again (`answer/parts.ts`). Pure.
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
  // Of an answer that was continued the first thoughts are measured: the clock began anew.
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

/** Whether the ledger must be asked what the last request of an answer cost: it was accepted, it ended, and its last chunk never came. */
export function needsReceipt({ requestId, ticket, state, failure }: ChatMessage): boolean {
  if (state === 'waiting' || state === 'streaming') return false;
  if (requestId === null || ticket.usage || ticket.receipt || ticket.free) return false;
  // A status of 400 and more came before any output: nothing was taken.
  return (failure?.status ?? 0) < 400;
}

/** The requests of an ended answer whose cost the ledger must be asked for. */
export function wantedReceipts(message: ChatMessage): string[] {
  if (isUnderWay(message)) return [];
  const earlier = (message.earlier ?? []).filter(({ ticket }) => !ticket.usage && !ticket.receipt);
  const last = needsReceipt(message) ? [message.requestId] : [];
  return [...earlier.map(({ requestId }) => requestId), ...last].filter((id) => id !== null);
}

/** The messages from the first to `leafId`, oldest first. */
export function pathTo(messages: ReadonlyMap<string, ChatMessage>, leafId: string | null): ChatMessage[] {
  const path: ChatMessage[] = [];
  const seen = new Set<string>();
  for (let id = leafId; id !== null && !seen.has(id);) {
    seen.add(id);
    const message = messages.get(id);
    if (!message) break;
    path.unshift(message);
    id = message.parentId;
  }
  return path;
}

/** The versions of a message (itself included), oldest first. */
export function siblingsOf(messages: ReadonlyMap<string, ChatMessage>, message: ChatMessage): ChatMessage[] {
  const { chatId, parentId, role } = message;
  return [...messages.values()]
    .filter((other) => other.chatId === chatId && other.parentId === parentId && other.role === role)
    .sort(byAge);
}

/** The end of the newest branch below a message. */
export function newestLeaf(messages: ReadonlyMap<string, ChatMessage>, fromId: string): string {
  let leafId = fromId;
  for (;;) {
    const children = [...messages.values()].filter(({ parentId }) => parentId === leafId).sort(byAge);
    const newest = children.at(-1);
    if (!newest) return leafId;
    leafId = newest.id;
  }
}

const byAge = (a: ChatMessage, b: ChatMessage) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/** Chats, the one used last first. */
export function byRecency(chats: Iterable<Chat>): Chat[] {
  return [...chats].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
}

/** A title from the first words of a message: one line, cut at a word. */
export function titleFrom(text: string): string {
  const line = text
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/[#*_`>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return 'New chat';
  return shortTitle(line);
}

/** A title for a place without room, such as a sentence: at most 60 characters, cut at a word where there is one. */
export function shortTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= TITLE_CHARACTERS) return title;
  const cut = characters.slice(0, TITLE_CHARACTERS).join('');
  const blank = cut.lastIndexOf(' ');
  return `${(blank > TITLE_CHARACTERS / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}

/**
 * The request for the answer that follows `path`, whose last message is the reader's. Empty answers are left out.
 * @param character slug of the character that is to answer
 */
export function requestOf(path: ChatMessage[], modelId: string, settings: ChatSettings, character?: string): ChatBody {
  const messages = toWireMessages(path);
  const system = settings.system.trim();
  const format = toWireFormat(settings.schema);
  const tools = toWireTools(settings.tools);
  const ours = {
    ...(character === undefined ? {} : { character_slug: character }),
    ...(settings.thinking === 'hidden' ? { strip_thinking_response: true as const } : {}),
    ...(settings.thinking === 'off' ? { disable_thinking: true as const } : {}),
  };
  return {
    model: modelId,
    messages: system === '' ? messages : [{ role: 'system', content: system }, ...messages],
    ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
    ...(settings.topP === null ? {} : { top_p: settings.topP }),
    ...(settings.maxTokens === null ? {} : { max_completion_tokens: settings.maxTokens }),
    ...(settings.seed === null ? {} : { seed: settings.seed }),
    ...(settings.stop.length === 0 ? {} : { stop: settings.stop }),
    ...(format && { response_format: format }),
    ...(tools && { tools }),
    ...(Object.keys(ours).length === 0 ? {} : { svc_parameters: ours }),
  };
}
