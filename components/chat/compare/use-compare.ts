'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo, useState } from 'react';
import { isUnderWay, pathTo } from '@/lib/client/chat/conversation';
import { chatStatusOf, type ChatState } from '@/lib/client/chat/state';
import {
  DEFAULT_SETTINGS,
  type Attachment,
  type Chat,
  type ChatMessage,
  type ChatSettings,
} from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { usePreferences } from '../preferences/use-preferences';
import { idleActions, UNSENT, type ChatActions } from '../state/actions';
import { useChatState, useWork, type Work } from '../state/use-work';
import { versionCounter, type VersionOf } from '../state/version-counter';
import { COMPARED_IN_ADDRESS, compareAddress, MODELS_IN_ADDRESS } from './compare-address';

/** How many models can be compared. */
export const MIN_COLUMNS = 2;
export const MAX_COLUMNS = 3;

/** One model of a comparison with its chat; null before the first message. */
export type CompareColumn = {
  /** Stable for the lifetime of the column. */
  key: string;
  chat: Chat | null;
  modelId: string | null;
  messages: ChatMessage[];
  versionOf: VersionOf;
  answering: boolean;
  actions: ChatActions;
};

/** The state and actions of a comparison. */
export type CompareView = {
  notice: ChatState['notice'];
  /** `loading` until the messages of all its chats are loaded: sending earlier would start new chats. */
  status: ReturnType<typeof chatStatusOf>;
  /** The ID of the first chat, as in the URL; null before the first message. */
  leadId: string | null;
  /** The first chat, whose title is the comparison's title. */
  lead: Chat | null;
  columns: CompareColumn[];
  settings: ChatSettings;
  /** Whether it is not known yet what a new comparison starts with. */
  pending: boolean;
  answering: boolean;
  /** Sends a message to every model; creates the chats if there are none. */
  send(text: string, attachments: readonly Attachment[]): void;
  stop(): void;
  choose(column: number, modelId: string): void;
  add(): void;
  /** Removes a model; its chat continues as a chat of its own. The first one cannot be removed once there are chats. */
  remove(column: number): void;
  configure(settings: ChatSettings): void;
  /** Marks the last answer of a column as the best of its round; null for none. */
  vote(key: string | null): void;
};

const fetchCode = () => import('./compare-work');

/**
 * One message, two or three models: each has its own chat in this browser, so everything that works in a chat works
 * here. The URL names the first chat; before the first message it may name models.
 */
export function useCompare(accountId: string, models: TextWireModel[] | undefined): CompareView {
  const work = useWork(accountId, fetchCode);
  const state = useChatState(work?.store);
  const address = useSearchParams();
  const leadId = address.get(COMPARED_IN_ADDRESS);
  const named = address.get(MODELS_IN_ADDRESS);
  const [chosen, setChosen] = useState<(string | null)[] | null>(null);
  const [unsentSettings, setUnsentSettings] = useState<ChatSettings | null>(null);
  const preferences = usePreferences();
  const preferred = preferences.data?.preferences.defaults.settings ?? DEFAULT_SETTINGS;
  const chats = useMemo(() => chatsOf(state, leadId), [state, leadId]);
  const ids = chats.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (work) for (const id of ids.split(' ').filter(Boolean)) void work.code.visitChat(work.store, id);
  }, [work, ids]);

  const versionOf = useMemo(() => versionCounter(state.messages), [state.messages]);
  const unsent = chosen ?? firstModels(named, models);
  const columns =
    chats.length > 0
      ? chats.map((chat) => columnOf(work, state, chat, versionOf))
      : unsent.map((modelId, index) => emptyColumn(index, modelId, versionOf));
  const lead = chats[0] ?? null;
  const settings = lead?.settings ?? unsentSettings ?? preferred;
  return {
    notice: state.notice,
    status: chats.every(({ id }) => state.opened.has(id)) ? chatStatusOf(state, leadId) : 'loading',
    leadId,
    lead,
    columns,
    settings,
    pending: preferences.isPending,
    answering: columns.some(({ answering }) => answering),
    send(text, attachments) {
      if (!work) return;
      const { store, code } = work;
      const modelIds = columns.map(({ modelId }) => modelId);
      const targets = lead ? chats : code.startChats(store, modelIds, settings);
      for (const chat of targets) code.ask(store, chat, text, attachments);
      const first = targets[0];
      if (!lead && first) window.history.pushState(null, '', compareAddress(first.id));
    },
    stop: () => columns.forEach(({ actions }) => actions.stop()),
    choose(column, modelId) {
      const chat = chats[column];
      if (work && chat) work.code.changeChat(work.store, chat.id, { modelId });
      else setChosen(unsent.map((id, index) => (index === column ? modelId : id)));
    },
    add() {
      if (columns.length >= MAX_COLUMNS || !models) return;
      const modelId = freeModel(
        models,
        columns.map((column) => column.modelId),
      );
      if (!work || !lead) setChosen([...unsent, modelId]);
      else work.code.createChat(work.store, { modelId, settings, compared: lead.id });
    },
    remove(column) {
      const chat = chats[column];
      if (work && chat) work.code.changeChat(work.store, chat.id, { compared: undefined });
      else setChosen(unsent.filter((_id, index) => index !== column));
    },
    configure(next) {
      if (work && lead) for (const chat of chats) work.code.changeChat(work.store, chat.id, { settings: next });
      else setUnsentSettings(next);
    },
    vote(key) {
      if (!work) return;
      for (const column of columns) {
        const last = column.messages.at(-1);
        if (last) work.code.markBest(work.store, last.id, column.key === key);
      }
    },
  };
}

/** The chats of a comparison, starting with the first. */
function chatsOf(state: ChatState, leadId: string | null): Chat[] {
  const lead = leadId === null ? undefined : state.chats.get(leadId);
  if (!lead) return [];
  const others = [...state.chats.values()].filter((chat) => chat.compared === lead.id && chat.id !== lead.id);
  return [lead, ...others.sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))];
}

type CompareWork = Work<Awaited<ReturnType<typeof fetchCode>>> | null;

/** A column without a chat keeps its model in the page's state. */
const UNSAVED = { unsent: UNSENT, setUnsent: () => undefined };

function columnOf(work: CompareWork, state: ChatState, chat: Chat, versionOf: VersionOf): CompareColumn {
  const messages = pathTo(state.messages, chat.leafId);
  return {
    key: chat.id,
    chat,
    modelId: chat.modelId,
    messages,
    versionOf,
    answering: messages.some(isUnderWay),
    actions: work ? work.code.createActions(work.store, chat.id, UNSAVED) : idleActions(null),
  };
}

function emptyColumn(index: number, modelId: string | null, versionOf: VersionOf): CompareColumn {
  return {
    key: `new-${index}`,
    chat: null,
    modelId,
    messages: [],
    versionOf,
    answering: false,
    actions: idleActions(null),
  };
}

/** The models named in the URL, if they are served; filled up with others. */
function firstModels(named: string | null, models: TextWireModel[] | undefined): (string | null)[] {
  const served = (named ?? '').split(',').filter((id) => models?.some((model) => model.id === id));
  const first: (string | null)[] = served.slice(0, MAX_COLUMNS);
  while (first.length < MIN_COLUMNS) first.push(freeModel(models, first));
  return first;
}

/** A model that has no column yet, otherwise the first one: a model can be compared with itself. */
function freeModel(models: TextWireModel[] | undefined, taken: (string | null)[]): string | null {
  const free = models?.find(({ id, model_spec: { offline } }) => !offline && !taken.includes(id));
  return (free ?? models?.[0])?.id ?? null;
}
