'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { byRecency, isUnderWay, pathTo } from '@/lib/client/chat/conversation';
import { chatStatusOf, type ChatState } from '@/lib/client/chat/state';
import type { Chat, ChatMessage, ChatSettings } from '@/lib/client/chat/types';
import { usePreferences } from '../preferences/use-preferences';
import { idleActions, UNSENT, type ChatActions, type Unsent } from './actions';
import { CHARACTER_IN_ADDRESS, CHAT_IN_ADDRESS } from './chat-address';
import { rebaseUnsent } from './rebase-unsent';
import { useChatState, useWork } from './use-work';
import { versionCounter, type VersionOf } from './version-counter';

/** The state and actions of the chat page. */
export type ChatView = {
  /** False until this browser's chats are loaded. */
  ready: boolean;
  /** Why chats are not stored, or not all shown; null if there is no problem. */
  notice: ChatState['notice'];
  chats: Chat[];
  /** The ID in the URL; null for a new chat. */
  chatId: string | null;
  /** Whether it is not known yet what a new chat starts with. */
  pending: boolean;
  /** The open chat; null for a new one, or if it is not loaded. */
  chat: Chat | null;
  /** Whether the chat in the URL is still loading, can be shown, or is not in this browser. */
  status: ReturnType<typeof chatStatusOf>;
  settings: ChatSettings;
  modelId: string | null;
  /** The slug of the chat's character; null without one. */
  character: string | null;
  messages: ChatMessage[];
  versionOf: VersionOf;
  /** The answer that is streaming in the open chat. */
  answering: ChatMessage | null;
  actions: ChatActions;
};

const fetchCode = () => import('./create-actions');

/** The visitor's chats in this browser, and the one in the URL. */
export function useChat(accountId: string): ChatView {
  const work = useWork(accountId, fetchCode);
  const state = useChatState(work?.store);
  const address = useSearchParams();
  const chatId = address.get(CHAT_IN_ADDRESS);
  const named = address.get(CHARACTER_IN_ADDRESS) ?? undefined;
  const preferences = usePreferences();
  const { unsent, setUnsent } = useUnsent(preferences.data?.preferences.defaults, named);
  const chat = (chatId === null ? undefined : state.chats.get(chatId)) ?? null;
  const known = chat !== null;
  useEffect(() => {
    if (work && chatId !== null && known) void work.code.visitChat(work.store, chatId);
  }, [work, chatId, known]);

  const messages = useMemo(() => pathTo(state.messages, chat?.leafId ?? null), [state.messages, chat?.leafId]);
  const actions = useMemo(() => {
    const unsaved = { unsent, setUnsent };
    if (work) return work.code.createActions(work.store, chatId, unsaved);
    return idleActions(chatId === null ? unsaved : null);
  }, [work, chatId, unsent, setUnsent]);
  return {
    ready: state.ready,
    notice: state.notice,
    chats: useMemo(() => byRecency(state.chats.values()).filter(isListed), [state.chats]),
    chatId,
    chat,
    status: chatStatusOf(state, chatId),
    pending: preferences.isPending,
    settings: (chat ?? unsent).settings,
    modelId: (chat ?? unsent).modelId,
    character: (chat ?? unsent).character ?? null,
    messages,
    versionOf: useMemo(() => versionCounter(state.messages), [state.messages]),
    answering: messages.findLast(isUnderWay) ?? null,
    actions,
  };
}

/** What a new chat has: the account's defaults, and what the user has changed, perhaps before they had arrived. */
function useUnsent(defaults: Unsent = UNSENT, character: string | undefined) {
  const [changed, setChanged] = useState<{ unsent: Unsent; from: Unsent } | null>(null);
  const unsent = useMemo(() => {
    const isEarly = changed?.from === UNSENT && defaults !== UNSENT;
    const given = isEarly ? rebaseUnsent(changed.unsent, UNSENT, defaults) : (changed?.unsent ?? defaults);
    return { ...given, character };
  }, [changed, defaults, character]);
  const setUnsent = useCallback(
    (next: Unsent | null) => setChanged(next && { unsent: next, from: defaults }),
    [defaults],
  );
  return { unsent, setUnsent };
}

/** A comparison appears in the list as its first chat only. */
const isListed = ({ id, compared }: Chat) => compared === undefined || compared === id;
