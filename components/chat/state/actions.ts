import {
  DEFAULT_SETTINGS,
  type Attachment,
  type Chat,
  type ChatMessage,
  type ChatSettings,
  type ToolResult,
} from '@/lib/client/chat/types';
import { visit, visitAt, visitWith } from './chat-address';

/** All that can be done in the chat that is open, and to the chats of the list. */
export type ChatActions = {
  /** Sends a text, with attachments or alone, after the last message in view; makes the chat where there is none. */
  send(text: string, modelId: string, attachments?: readonly Attachment[]): void;
  /**
   * Sends a text in place of an earlier one of the reader's, which stays as another version.
   * @param attachments those of the earlier one where they are left out
   */
  resend(message: ChatMessage, text: string, modelId: string, attachments?: readonly Attachment[]): void;
  /** Sends what the calls of an answer gave; results that were sent before stay as another version. */
  sendResults(answerId: string, results: ToolResult[], modelId: string): void;
  /** Asks for another answer to the same message. */
  regenerate(answer: ChatMessage, modelId: string): void;
  retry(answer: ChatMessage, modelId: string): void;
  /** Asks the model of an answer that ended before its end to go on with it. */
  goOn(answer: ChatMessage): void;
  stop(): void;
  /** Shows the next or the previous version of a message. */
  step(message: ChatMessage, by: 1 | -1): void;
  findReceipt(message: ChatMessage): void;
  /** The messages that lead to one: what is sent again when that is. */
  pathBefore(message: ChatMessage): ChatMessage[];
  configure(change: { modelId?: string; settings?: ChatSettings }): void;
  open(chatId: string | null): void;
  /** Begins a new chat in which a character answers. */
  openWith(character: string): void;
  /** Opens a chat at one of its messages. */
  openAt(chatId: string, messageId: string): void;
  /** Brings a message of the open chat into the branch in view; false where there is none. */
  reveal(messageId: string): boolean;
  rename(chatId: string, title: string): void;
  pin(chatId: string, pinned: boolean): void;
  /** Deletes a chat; the promise gives what brings it back, also into view where it was open. */
  remove(chatId: string): Promise<() => Promise<void>>;
};

/** What a chat has before its first message made it one. */
export type Unsent = Pick<Chat, 'modelId' | 'settings' | 'character'>;
/** A new chat. */
export const UNSENT: Unsent = { modelId: null, settings: DEFAULT_SETTINGS };

/** The page's own state of a chat that is not stored yet. */
export type Unsaved = { unsent: Unsent; setUnsent: (unsent: Unsent) => void };

const nothing = () => undefined;
/**
 * What can be done before this browser's chats were read: chats are opened, a new one is made ready.
 * @param unsaved of the new chat; null where a stored one is open
 */
export function idleActions(unsaved: Unsaved | null): ChatActions {
  return {
    send: nothing,
    resend: nothing,
    sendResults: nothing,
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
    remove: () => Promise.resolve(() => Promise.resolve()),
  };
}
