import { newId } from '../../../core/ids';
import type { ChatBody } from '../../stream-chat';
import { changeChat, type ChatStore } from '../store';
import { tokensOfText } from '../estimate/tokens';
import type { Chat, ChatMessage } from '../types';

/** About how many tokens of the question and of the answer the model reads. */
const MAX_READ_TOKENS = 450;
const MAX_CHARACTERS = 2_000;
/** More than six words have in any language. */
const MAX_TOKENS = 40;
const MAX_TITLE = 80;

const TASK =
  'Write a title for the conversation below, in its language: at most six words, without quotation marks and without a period at the end. Reply with the title only.';

/**
 * Has the model write the title of a chat after its first complete answer, if the account wants that: it is a request of
 * its own, and billed like one. It is tried once: the beginning of the first message stays the title if that fails, or if
 * the user has renamed the chat meanwhile.
 */
export async function makeTitle(store: ChatStore, answerId: string, serviceId: string): Promise<void> {
  const asked = askedFor(store, answerId);
  if (!asked || store.titled.has(asked.chat.id)) return;
  try {
    if (!(await store.preferences()).titles) return;
    store.titled.add(asked.chat.id);
    const title = titleOf(await answerTo(store, titleRequest(asked.question, asked.answer), serviceId));
    const chat = store.state.chats.get(asked.chat.id);
    // Named, so that an edit of the first message does not change it.
    if (title !== null && chat && !chat.named) changeChat(store, chat.id, { title, named: true });
  } catch {
    // The chat has a title, and its answer: nothing is missing.
  }
}

/** The first question and answer of a chat without a name. The columns of a comparison share the title of the first. */
function askedFor(
  store: ChatStore,
  answerId: string,
): { chat: Chat; question: ChatMessage; answer: ChatMessage } | null {
  const answer = store.state.messages.get(answerId);
  const question = answer?.parentId ? store.state.messages.get(answer.parentId) : undefined;
  const chat = answer && store.state.chats.get(answer.chatId);
  if (!chat || chat.named || (chat.compared !== undefined && chat.compared !== chat.id)) return null;
  if (question?.parentId !== null || !answer || !isWhole(answer)) return null;
  for (const other of store.state.messages.values())
    if (other.chatId === chat.id && other.id !== answer.id && isWhole(other)) return null;
  return { chat, question, answer };
}

const isWhole = ({ role, state, text }: ChatMessage) =>
  role === 'assistant' && state === 'complete' && text.trim() !== '';

/** The request for a title, to the model that has answered. */
export function titleRequest(question: ChatMessage, answer: ChatMessage): ChatBody {
  const said = [
    ['User', question.text],
    ['Assistant', answer.text],
  ].map(([who, text = '']) => `${who}: ${beginningOf(text)}`);
  return {
    model: answer.modelId ?? '',
    messages: [{ role: 'user', content: [TASK, ...said].join('\n\n') }],
    max_completion_tokens: MAX_TOKENS,
    svc_parameters: { disable_thinking: true, strip_thinking_response: true },
  };
}

/** As much of a text as the model reads: some scripts have a token for each character. */
function beginningOf(text: string): string {
  let beginning = text.slice(0, MAX_CHARACTERS);
  for (let tokens = tokensOfText(beginning); tokens > MAX_READ_TOKENS; tokens = tokensOfText(beginning))
    beginning = beginning.slice(0, Math.floor((beginning.length * MAX_READ_TOKENS) / tokens));
  return beginning;
}

/** A title from a model's answer; null if it is none. */
export function titleOf(answer: string): string | null {
  const [line = ''] = answer.trim().split('\n', 1);
  const title = line
    .replace(/^[\s#*_]*(title\s*:)?/i, '')
    .replace(/^[\s*_`"'“”„«»]+|[\s*_`"'“”«».]+$/g, '')
    .replace(/\s+/g, ' ');
  return title === '' || title.length > MAX_TITLE ? null : title;
}

async function answerTo(store: ChatStore, body: ChatBody, serviceId: string): Promise<string> {
  let text = '';
  try {
    const options = { signal: new AbortController().signal, serviceId, idempotencyKey: newId() };
    for await (const event of store.ask(body, options)) {
      if (event.type === 'text') text += event.text;
      // A title that is cut off is none.
      if (event.type === 'finish' && event.reason === 'length') text = '';
    }
  } finally {
    store.onSpent();
  }
  return text;
}
