import { randomHex } from '../../core/ids';
import { NO_RECEIPT, type Attachment, type Chat, type ChatMessage, type ToolResult } from './types';
import { changeChat, putMessage, setState, type ChatStore } from './store';
import { applyEvent, isAbandoned, TOUCH_MS, missingReceipts, type AnswerEvent } from './answer/events';
import { findReceipts } from './answer/find-receipts';
import { keepAnswer } from './answer/keep-answer';
import { webUseOf } from './answer/web-use';
import { isUnsettled, sendingOf } from './request/sending';
import { withInstructions } from './preferences/with-instructions';
import { tokensOfRequest } from './estimate/tokens';
import { makeTitle } from './title/make-title';
import { pathTo, titleFrom } from './conversation';
import { requestOf } from './request/request';
import { continueRequest, canContinue, hasNoOutput, resumeAnswer } from './answer/parts';
import { removeMessage, writeMessage } from './history';
import { now } from '../now';
import type { ChatBody } from '../stream-chat';

/** How often parts are rendered together: 25 times a second looks smooth and saves CPU time. */
const SHOW_MS = 40;
/** How often the partial answer is stored. */
const KEEP_MS = 500;

/** A user message, and the model it goes to. */
export type Draft = {
  text: string;
  modelId: string;
  parentId: string | null;
  attachments?: Attachment[];
  /** The results of the preceding answer's calls, instead of text. */
  results?: ToolResult[];
};

/**
 * Adds a user message and requests the answer to it.
 * @param serviceId the service's name as used in header names
 */
export function sendMessage(store: ChatStore, chat: Chat, draft: Draft, serviceId: string): void {
  const message: ChatMessage = {
    ...blank(chat.id, draft.parentId),
    role: 'user',
    text: draft.text,
    state: 'complete',
    ...(draft.attachments?.length && { attachments: draft.attachments }),
    ...(draft.results && { results: draft.results }),
  };
  putMessage(store, message);
  void writeMessage(store.history, message);
  if (!chat.named && draft.parentId === null)
    changeChat(store, chat.id, { title: titleFrom(draft.text || (draft.attachments?.[0]?.name ?? '')) });
  requestAnswer(store, message, draft.modelId, serviceId);
}

/**
 * Requests another answer to a user message; it becomes the visible version. Another model than the chat's answers only
 * this once.
 * @param sentAs how an earlier attempt was sent whose outcome is unknown: the same request is then charged once only
 */
export function requestAnswer(
  store: ChatStore,
  question: ChatMessage,
  modelId: string,
  serviceId: string,
  sentAs?: ChatMessage['sentAs'],
): void {
  const chat = store.state.chats.get(question.chatId);
  if (!chat) return;
  const web = webUseOf(chat.settings, question);
  const answer: ChatMessage = {
    ...blank(chat.id, question.id),
    role: 'assistant',
    state: 'waiting',
    modelId,
    writerId: store.tabId,
    ...(web && { web }),
    ...(sentAs && { sentAs }),
    ...(chat.settings.schema && { asJson: true }),
  };
  putMessage(store, answer);
  changeChat(store, chat.id, { leafId: answer.id, modelId: chat.modelId ?? modelId, updatedAt: answer.createdAt });
  void run(store, answer, chat, serviceId);
}

/** Requests a continuation of an answer that ended early. Does nothing if that is not possible. */
export function continueAnswer(store: ChatStore, answer: ChatMessage, serviceId: string): void {
  const chat = store.state.chats.get(answer.chatId);
  if (!chat || !canContinue(answer)) return;
  const going = resumeAnswer(answer, store.tabId);
  putMessage(store, going);
  changeChat(store, chat.id, { updatedAt: now() });
  void run(store, going, chat, serviceId);
}

/**
 * Repeats a failed answer: it is replaced if it is empty and nothing follows it, otherwise it stays as a version. If a
 * continuation failed, only that is repeated.
 */
export function retryAnswer(store: ChatStore, failed: ChatMessage, modelId: string, serviceId: string): void {
  if (failed.continuedAt) return continueAnswer(store, failed, serviceId);
  const question = failed.parentId === null ? undefined : store.state.messages.get(failed.parentId);
  if (!question) return;
  if (hasNoOutput(failed) && !isFollowed(store, failed)) {
    const messages = new Map(store.state.messages);
    messages.delete(failed.id);
    setState(store, { messages });
    void removeMessage(store.history, failed);
  }
  requestAnswer(store, question, modelId, serviceId, isUnsettled(failed) ? failed.sentAs : undefined);
}

/** Whether something follows a message, in any branch: without the message it would be unreachable. */
function isFollowed(store: ChatStore, { id }: ChatMessage): boolean {
  return [...store.state.messages.values()].some(({ parentId }) => parentId === id);
}

/** Stops an answer; the partial text stays, and its receipt is fetched. */
export function stopAnswer(store: ChatStore, messageId: string): void {
  store.running.get(messageId)?.abort();
}

/**
 * Ends a chat's answers whose tab is gone, and fetches missing receipts. Call it after opening a chat, and again a few
 * seconds later while another tab is writing an answer.
 * @param held the answers held by any tab; null if the browser cannot say
 */
export function settleChat(store: ChatStore, chatId: string, held: ReadonlySet<string> | null = null): void {
  for (const message of store.state.messages.values()) {
    if (message.chatId !== chatId || store.running.has(message.id)) continue;
    const gone = isAbandoned(message, { tabId: store.tabId, held, at: now() });
    if (gone) void end(store, message, { type: 'interrupted' });
    else void findReceipts(store, message.id, missingReceipts(message, now()));
  }
}

/** Stores all partial answers immediately, because the tab is closing. */
export function keepAll(store: ChatStore): void {
  for (const id of store.running.keys()) void keepAnswer(store, id);
}

async function run(store: ChatStore, answer: ChatMessage, chat: Chat, serviceId: string): Promise<void> {
  const stop = new AbortController();
  store.running.set(answer.id, stop);
  const buffer = createBuffer(store, answer.id);
  const keeper = setInterval(() => void keepAnswer(store, answer.id), Math.min(KEEP_MS, TOUCH_MS));
  let last: AnswerEvent = { type: 'done' };
  const letGo = store.owners?.hold(answer.id);
  void keepAnswer(store, answer.id);
  try {
    const { instructions } = await unlessAborted(store.preferences(), stop.signal);
    // Messages may have been deleted meanwhile: without its question there is nothing to answer.
    const current = store.state.messages.get(answer.id);
    if (!current || pathTo(store.state.messages, current.parentId).length === 0) stop.abort();
    stop.signal.throwIfAborted();
    const waiting = current ?? answer;
    const body = bodyOf(store, waiting, { ...chat, settings: withInstructions(chat.settings, instructions) });
    const sentAs = sendingOf(body, waiting.sentAs);
    putMessage(store, { ...waiting, sentTokens: tokensOfRequest(body), sentAs });
    const options = { signal: stop.signal, serviceId, idempotencyKey: sentAs.key };
    for await (const event of store.ask(body, options)) buffer.add(event);
  } catch (thrown) {
    last = stop.signal.aborted ? { type: 'stopped' } : { type: 'failed', thrown, at: now() };
  }
  clearInterval(keeper);
  buffer.flush();
  store.running.delete(answer.id);
  const message = store.state.messages.get(answer.id);
  // Held until its end is stored: otherwise another tab would consider it abandoned.
  if (message) await end(store, message, last);
  else store.onSpent();
  letGo?.();
  if (last.type === 'done') void makeTitle(store, answer.id, serviceId);
}

/** The result of a promise, or the reason of an abort before it. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    promise.then(resolve, reject);
  });
}

function bodyOf(store: ChatStore, answer: ChatMessage, { settings, character }: Chat): ChatBody {
  const path = pathTo(store.state.messages, answer.parentId);
  const modelId = answer.modelId ?? '';
  if (!answer.continuedAt) return requestOf(path, modelId, settings, character);
  return continueRequest(requestOf([...path, answer], modelId, settings, character));
}

function end(store: ChatStore, message: ChatMessage, event: AnswerEvent): Promise<void> {
  const ended = applyEvent(message, event);
  putMessage(store, ended);
  const kept = keepAnswer(store, ended.id);
  store.onSpent();
  void findReceipts(store, ended.id, missingReceipts(ended, now()));
  return kept;
}

/** Buffers events and applies them together, so that fast models do not rerender the page for each token. */
function createBuffer(store: ChatStore, messageId: string): { add(event: AnswerEvent): void; flush(): void } {
  let waiting: AnswerEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const message = store.state.messages.get(messageId);
    const events = waiting;
    waiting = [];
    if (message && events.length > 0) putMessage(store, events.reduce(applyEvent, message));
  };
  return {
    add(event) {
      waiting.push(event);
      timer ??= setTimeout(flush, SHOW_MS);
    },
    flush,
  };
}

function blank(chatId: string, parentId: string | null): Omit<ChatMessage, 'role' | 'state'> {
  const at = now();
  return {
    id: randomHex(12),
    chatId,
    parentId,
    text: '',
    reasoning: '',
    modelId: null,
    finishReason: null,
    requestId: null,
    ticket: NO_RECEIPT,
    failure: null,
    createdAt: at,
    writerId: null,
    touchedAt: at,
  };
}
