'use client';

import { useMemo, useSyncExternalStore } from 'react';
import { allNames, withRestored } from '@/lib/client/chat/folders/folders';
import {
  MAX_FOLDER_NAME,
  readOwnFolders,
  watchOwnFolders,
  writeOwnFolders,
  type OwnFolders,
} from '@/lib/client/chat/folders/own-folders';
import type { Chat } from '@/lib/client/chat/types';
import type { ChatActions } from '../../state/actions';
import { addFolder } from './add-folder';

const NONE: OwnFolders = { names: [], closed: [] };

/** The user's folders, and what can be done with them. */
export type FolderActions = {
  names: string[];
  isClosed(name: string): boolean;
  toggle(name: string): void;
  /** Makes an empty folder. @returns its name */
  add(): string;
  /** Renames a folder; if another has the name, the chats go there. */
  rename(name: string, next: string): void;
  /** Deletes a folder; its chats return to the list by date. @returns a function that restores it */
  deleteFolder(name: string): () => void;
};

/** The folders of an account in this browser. */
export function useOwnFolders(
  accountId: string,
  chats: readonly Chat[],
  actions: Pick<ChatActions, 'move'>,
): FolderActions {
  const stored = useSyncExternalStore(
    watchOwnFolders,
    () => readOwnFolders(accountId),
    () => NONE,
  );
  return useMemo(() => {
    const names = allNames(chats, stored.names);
    const within = (name: string) => chats.filter(({ folder }) => folder === name);
    const write = (change: Partial<OwnFolders>) => writeOwnFolders(accountId, { ...stored, names, ...change });
    return {
      names,
      isClosed: (name) => stored.closed.includes(name),
      toggle: (name) =>
        write({
          closed: stored.closed.includes(name) ? stored.closed.filter((one) => one !== name) : [...stored.closed, name],
        }),
      add: () => addFolder(accountId, chats),
      rename(name, given) {
        const next = given.trim().slice(0, MAX_FOLDER_NAME);
        if (next === '' || next === name) return;
        const renamed = (all: readonly string[]) => [...new Set(all.map((one) => (one === name ? next : one)))];
        write({ names: renamed(names), closed: renamed(stored.closed) });
        for (const { id } of within(name)) actions.move(id, next);
      },
      deleteFolder(name) {
        const held = within(name);
        const wasClosed = stored.closed.includes(name);
        for (const { id } of held) actions.move(id, null);
        write({ names: names.filter((one) => one !== name), closed: stored.closed.filter((one) => one !== name) });
        return () => {
          const now = readOwnFolders(accountId);
          writeOwnFolders(accountId, {
            names: withRestored(now.names, name, names),
            closed: wasClosed ? [...now.closed, name] : now.closed,
          });
          for (const { id } of held) actions.move(id, name);
        };
      },
    };
  }, [accountId, chats, stored, actions]);
}
