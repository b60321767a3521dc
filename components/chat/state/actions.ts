import {
  DEFAULT_SETTINGS,
  type Attachment,
  type Chat,
  type ChatMessage,
  type ChatSettings,
  type ToolResult,
} from '@/lib/client/chat/types';
import type { Deletion } from '@/lib/client/chat/edit/delete-message';
import type { Rewritten } from '@/lib/client/chat/edit/rewrite-message';
import { visit, visitAt, visitWith } from './chat-address';

/** All actions in the open chat, and on the chats of the list. */
export type ChatActions = {
  /** Sends text or attachments after the last visible message; creates the chat if there is none. */
  send(text: string, modelId: string, attachments?: readonly Attachment[]): void;
  /**
   * Sends a new version of an earlier user message; the old one stays as another version.
   * @param attachments default to those of the old message
   */
  resend(message: ChatMessage, text: string, modelId: string, attachments?: readonly Attachment[]): void;
  /** Sends the results of an answer's tool calls; results sent before stay as another version. */
  sendResults(answerId: string, results: ToolResult[], modelId: string): void;
  /** Changes a message in its place, without asking a model. */
  rewrite(message: ChatMessage, contents: Rewritten): void;
  /** Deletes a message (see `deleteMessage`); null if it is not there. */
  deleteMessage(message: ChatMessage): Deletion | null;
  /** Requests an answer to a user message that has none. */
  answer(question: ChatMessage, modelId: string): void;
  /** Requests another answer to the same message. */
  regenerate(answer: ChatMessage, modelId: string): void;
  retry(answer: ChatMessage, modelId: string): void;
  /** Lets the model continue an answer that ended early. */
  goOn(answer: ChatMessage): void;
  stop(): void;
  /** Shows the next or the previous version of a message. */
  step(message: ChatMessage, by: 1 | -1): void;
  findReceipt(message: ChatMessage): void;
  /** The messages that lead to a message, and that are sent with it. */
  pathBefore(message: ChatMessage): ChatMessage[];
  configure(change: { modelId?: string; settings?: ChatSettings }): void;
  open(chatId: string | null): void;
  /** Starts a new chat with a character. */
  openWith(character: string): void;
  /** Opens a chat at one of its messages. */
  openAt(chatId: string, messageId: string): void;
  /** Switches to the branch of a message of the open chat; false if there is no such message. */
  reveal(messageId: string): boolean;
  rename(chatId: string, title: string): void;
  pin(chatId: string, pinned: boolean): void;
  /** Puts a chat into one of the user's folders, or into none. */
  move(chatId: string, folder: string | null): void;
  /** Notes the end of the link under which a copy of the chat is shared; null for none. */
  noteShared(chatId: string, sharedId: string | null): void;
  /** Deletes a chat; returns a function that restores it, and reopens it if it was open. */
  deleteChat(chatId: string): Promise<() => Promise<void>>;
};

/** The state of a chat before its first message. */
export type Unsent = Pick<Chat, 'modelId' | 'settings' | 'character'>;
/** The initial state of a new chat. */
export const UNSENT: Unsent = { modelId: null, settings: DEFAULT_SETTINGS };

/** The page's state for a chat that is not stored yet. */
export type Unsaved = {
  unsent: Unsent;
  /** Null for what a new chat starts with. */
  setUnsent: (unsent: Unsent | null) => void;
};

const nothing = () => undefined;
/**
 * The actions available before this browser's chats are loaded: opening chats, and preparing a new one.
 * @param unsaved the state of the new chat; null if a stored chat is open
 */
export function idleActions(unsaved: Unsaved | null): ChatActions {
  return {
    send: nothing,
    resend: nothing,
    sendResults: nothing,
    rewrite: nothing,
    deleteMessage: () => null,
    answer: nothing,
    regenerate: nothing,
    retry: nothing,
    goOn: nothing,
    stop: nothing,
    step: nothing,
    findReceipt: nothing,
    pathBefore: () => [],
    configure: (change) => unsaved?.setUnsent({ ...unsaved.unsent, ...change }),
    open: visit,
    openWith: visitWith,
    openAt: visitAt,
    reveal: () => false,
    rename: nothing,
    pin: nothing,
    move: nothing,
    noteShared: nothing,
    deleteChat: () => Promise.resolve(() => Promise.resolve()),
  };
}
