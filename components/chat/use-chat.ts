'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { BALANCE_KEY } from '@/components/frame/balance-chip';
import { askAgain, continueAnswer, findTicket, retryAnswer, sendMessage, stopAnswer } from '@/lib/client/chat/answers';
import { byRecency, isUnderWay, pathTo, siblingsOf } from '@/lib/client/chat/conversation';
import { openStore, visitChat } from '@/lib/client/chat/open-store';
import {
  changeChat,
  createChat,
  deleteChat,
  showVersion,
  standingOf,
  watchStore,
  type ChatState,
  type ChatStore,
} from '@/lib/client/chat/store';
import {
  DEFAULT_SETTINGS,
  type Attachment,
  type Chat,
  type ChatMessage,
  type ChatSettings,
  type ToolResult,
} from '@/lib/client/chat/types';
import { now } from '@/lib/client/now';
import { MESSAGE_IN_ADDRESS } from './use-wanted-message';

/** Which chat is open stands in the address, so that a reload and the way back find it. */
const CHAT_IN_ADDRESS = 'id';
/** Of a new chat: the slug of the character that is to answer. */
const CHARACTER_IN_ADDRESS = 'character';

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
  findTicket(message: ChatMessage): void;
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
  /** Deletes a chat; the promise gives what brings it back. */
  remove(chatId: string): Promise<() => Promise<void>>;
};

/** What the page shows. */
export type ChatView = {
  /** False until this browser's chats were read. */
  ready: boolean;
  /** Why chats are not stored, or not all shown; null while they are. */
  notice: ChatState['notice'];
  chats: Chat[];
  /** The chat that is open; null on a new one. */
  chat: Chat | null;
  /** Whether the chat that the address names is still being read, can be shown, or is not in this browser. */
  standing: ReturnType<typeof standingOf>;
  settings: ChatSettings;
  modelId: string | null;
  /** The slug of the character that answers; null for the model itself. */
  character: string | null;
  messages: ChatMessage[];
  /** Which version of a message is in view, of how many; counted from 1. */
  versionOf: (message: ChatMessage) => [number, number];
  /** The answer that is being written in the open chat. */
  answering: ChatMessage | null;
  actions: ChatActions;
};

const NOTHING: ChatState = { ready: false, chats: new Map(), messages: new Map(), opened: new Set(), notice: null };

/** What a chat has before its first message made it one. */
type Unsent = Pick<Chat, 'modelId' | 'settings' | 'character'>;
export const UNSENT: Unsent = { modelId: null, settings: DEFAULT_SETTINGS };

/** The visitor's chats in this browser, and the one that the address names. */
export function useChat(accountId: string): ChatView {
  const store = useChatStore(accountId);
  const state = useChatState(store);
  const address = useSearchParams();
  const chatId = address.get(CHAT_IN_ADDRESS);
  const named = address.get(CHARACTER_IN_ADDRESS) ?? undefined;
  const [changed, setUnsent] = useState(UNSENT);
  const unsent = useMemo(() => ({ ...changed, character: named }), [changed, named]);
  const chat = (chatId === null ? undefined : state.chats.get(chatId)) ?? null;
  const known = chat !== null;
  useEffect(() => {
    if (store && chatId !== null && known) void visitChat(store, chatId);
  }, [store, chatId, known]);

  const messages = useMemo(() => pathTo(state.messages, chat?.leafId ?? null), [state.messages, chat?.leafId]);
  const actions = useMemo(() => createActions(store, chatId, { unsent, setUnsent }), [store, chatId, unsent]);
  return {
    ready: state.ready,
    notice: state.notice,
    chats: useMemo(() => byRecency(state.chats.values()).filter(isListed), [state.chats]),
    chat,
    standing: standingOf(state, chatId),
    settings: (chat ?? unsent).settings,
    modelId: (chat ?? unsent).modelId,
    character: (chat ?? unsent).character ?? null,
    messages,
    versionOf: useMemo(() => versionCounter(state.messages), [state.messages]),
    answering: messages.findLast(isUnderWay) ?? null,
    actions,
  };
}

/** Counts the versions of all messages at once: asking for each alone would walk the whole chat each time. */
export function versionCounter(messages: ChatState['messages']): ChatView['versionOf'] {
  const groups = new Map<string, ChatMessage[]>();
  const groupOf = ({ chatId, parentId, role }: ChatMessage) => `${chatId} ${parentId ?? ''} ${role}`;
  for (const message of messages.values()) {
    const group = groups.get(groupOf(message));
    if (group) group.push(message);
    else groups.set(groupOf(message), [message]);
  }
  return (message) => {
    const group = groups.get(groupOf(message)) ?? [message];
    if (group.length === 1) return [1, 1];
    return [siblingsOf(messages, message).findIndex(({ id }) => id === message.id) + 1, group.length];
  };
}

/** The opened store; null until then. It tells the frame whenever the balance may have changed. */
export function useChatStore(accountId: string): ChatStore | null {
  const [store, setStore] = useState<ChatStore | null>(null);
  const client = useQueryClient();
  useEffect(() => {
    let here = true;
    void openStore(accountId).then((opened) => {
      opened.onSpent = () => void client.invalidateQueries({ queryKey: BALANCE_KEY });
      if (here) setStore(opened);
    });
    return () => {
      here = false;
    };
  }, [client, accountId]);
  return store;
}

/** What a store holds; nothing until there is one. */
export function useChatState(store: ChatStore | null): ChatState {
  return useSyncExternalStore(
    (listener) => (store ? watchStore(store, listener) : () => undefined),
    () => store?.state ?? NOTHING,
    () => NOTHING,
  );
}

type Unsaved = { unsent: Unsent; setUnsent: (unsent: Unsent) => void };

/** They read the state when they are called, so that they stay the same while an answer grows. */
export function createActions(
  store: ChatStore | null,
  chatId: string | null,
  { unsent, setUnsent }: Unsaved,
): ChatActions {
  if (!store) return IDLE;
  const service = () => document.documentElement.dataset.serviceId ?? 'svc';
  const current = () => (chatId === null ? undefined : store.state.chats.get(chatId));
  const path = () => pathTo(store.state.messages, current()?.leafId ?? null);
  return {
    send(text, modelId, attachments = []) {
      const chat = current();
      const target = chat ?? createChat(store, unsent);
      const parentId = path().at(-1)?.id ?? null;
      sendMessage(store, target, { text, modelId, parentId, attachments: [...attachments] }, service());
      if (chat) return;
      setUnsent(UNSENT);
      visit(target.id);
    },
    resend({ parentId, attachments: earlier = [] }, text, modelId, attachments = earlier) {
      const chat = current();
      if (chat) sendMessage(store, chat, { text, modelId, parentId, attachments: [...attachments] }, service());
    },
    sendResults(answerId, results, modelId) {
      const chat = current();
      if (chat) sendMessage(store, chat, { text: '', modelId, parentId: answerId, results }, service());
    },
    regenerate(answer, modelId) {
      const question = path().find(({ id }) => id === answer.parentId);
      if (question) askAgain(store, question, modelId, service());
    },
    retry: (answer, modelId) => retryAnswer(store, answer, modelId, service()),
    goOn: (answer) => continueAnswer(store, answer, service()),
    stop() {
      const answering = path().findLast(isUnderWay);
      if (answering) stopAnswer(store, answering.id);
    },
    step(message, by) {
      const versions = siblingsOf(store.state.messages, message);
      const next = versions[versions.findIndex(({ id }) => id === message.id) + by];
      if (next) showVersion(store, next);
    },
    findTicket: (message) => void findTicket(store, message.id),
    pathBefore: ({ parentId }) => pathTo(store.state.messages, parentId),
    configure(change) {
      const chat = current();
      if (chat) changeChat(store, chat.id, change);
      else setUnsent({ ...unsent, ...change });
    },
    open: visit,
    openWith: visitWith,
    openAt: visitAt,
    reveal(messageId) {
      const message = store.state.messages.get(messageId);
      if (message?.chatId !== chatId) return false;
      if (!path().some(({ id }) => id === messageId)) showVersion(store, message);
      return true;
    },
    pin: (id, pinned) => changeChat(store, id, { pinned: pinned ? now() : undefined }),
    rename: (id, title) => changeChat(store, id, { title, named: true }),
    async remove(id) {
      if (chatId === id) visit(null);
      const undo = await Promise.all(comparedWith(store, id).map((each) => deleteChat(store, each)));
      return async () => void (await Promise.all(undo.map((bring) => bring())));
    },
  };
}

/** Of the chats of a comparison the list shows the first one alone. */
const isListed = ({ id, compared }: Chat) => compared === undefined || compared === id;

/** The chat, and where it is the first one of a comparison the others too. */
function comparedWith(store: ChatStore, chatId: string): string[] {
  const others = [...store.state.chats.values()].filter(({ id, compared }) => compared === chatId && id !== chatId);
  return [chatId, ...others.map(({ id }) => id)];
}

const nothing = () => undefined;
/** Before this browser's chats were read there is nothing to act on. */
const IDLE: ChatActions = {
  send: nothing,
  resend: nothing,
  sendResults: nothing,
  regenerate: nothing,
  retry: nothing,
  goOn: nothing,
  stop: nothing,
  step: nothing,
  findTicket: nothing,
  pathBefore: () => [],
  configure: nothing,
  open: visit,
  openWith: visitWith,
  openAt: visitAt,
  reveal: () => false,
  rename: nothing,
  pin: nothing,
  remove: () => Promise.resolve(() => Promise.resolve()),
};

/** Changes the address without leaving the page; Next notices. */
function visit(chatId: string | null): void {
  window.history.pushState(
    null,
    '',
    chatId === null ? '/chat' : `/chat?${CHAT_IN_ADDRESS}=${encodeURIComponent(chatId)}`,
  );
}

function visitAt(chatId: string, messageId: string): void {
  const address = new URLSearchParams({ [CHAT_IN_ADDRESS]: chatId, [MESSAGE_IN_ADDRESS]: messageId });
  window.history.pushState(null, '', `/chat?${address.toString()}`);
}

function visitWith(character: string): void {
  window.history.pushState(null, '', `/chat?${CHARACTER_IN_ADDRESS}=${encodeURIComponent(character)}`);
}
