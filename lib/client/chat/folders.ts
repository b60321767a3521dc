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
  const labelOf = labeler(at);
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

function labeler(at: number): (usedAt: number) => string {
  const starts = [
    { from: dayFrom(at, 0), label: 'Today' },
    { from: dayFrom(at, -1), label: 'Yesterday' },
    { from: dayFrom(at, -7), label: 'Previous 7 days' },
    { from: dayFrom(at, -30), label: 'Previous 30 days' },
  ];
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
  return (usedAt) => starts.find(({ from }) => usedAt >= from)?.label ?? month.format(usedAt);
}

/** The start of a day a number of days away: days have 23 to 25 hours, so the calendar has to count them. */
function dayFrom(at: number, days: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}
