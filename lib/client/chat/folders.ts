import { dateLabels, dayFrom } from '../date-labels';
import type { Chat } from './types';

/** A heading of the list with its chats. */
export type ChatFolder = { label: string; chats: Chat[] };

const PINNED = 'Pinned';

/**
 * Groups chats into folders: pinned ones, newest pin first, then by the day of last use in local time. Empty folders
 * are left out; within a folder the order stays.
 * @param chats most recently used first
 * @param at in Unix milliseconds; later uses count as today
 */
export function foldersOf(chats: readonly Chat[], at: number): ChatFolder[] {
  const labelOf = dateLabels(at);
  const folders = new Map<string, Chat[]>();
  const pinned = chats.filter((chat) => chat.pinned !== undefined);
  if (pinned.length > 0)
    folders.set(
      PINNED,
      pinned.sort((a, b) => (b.pinned ?? 0) - (a.pinned ?? 0)),
    );
  for (const chat of chats) {
    if (chat.pinned !== undefined) continue;
    const label = labelOf(chat.updatedAt);
    const folder = folders.get(label);
    if (folder) folder.push(chat);
    else folders.set(label, [chat]);
  }
  return [...folders].map(([label, within]) => ({ label, chats: within }));
}

/** When the next local day begins, in Unix milliseconds. */
export function nextDay(at: number): number {
  return dayFrom(at, 1);
}
