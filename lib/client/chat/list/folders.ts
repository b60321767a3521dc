import type { Chat } from '../types';

/** A heading of the list with the chats under it. */
export type ChatFolder = { label: string; chats: Chat[] };

const PINNED = 'Pinned';

/**
 * Sorts chats into folders: pinned, the newest pin first, then by the day of the last use in the reader's time zone. Empty
 * folders are left out; within a folder the order stays.
 * @param chats the one used last first
 * @param at milliseconds since 1970; what was used later counts as today
 */
export function foldersOf(chats: readonly Chat[], at: number): ChatFolder[] {
  const labelOf = labeller(at);
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

/** When the reader's next day begins, in milliseconds since 1970. */
export function nextDay(at: number): number {
  return dayFrom(at, 1);
}

function labeller(at: number): (usedAt: number) => string {
  const starts = [
    { from: dayFrom(at, 0), label: 'Today' },
    { from: dayFrom(at, -1), label: 'Yesterday' },
    { from: dayFrom(at, -7), label: 'Previous 7 days' },
    { from: dayFrom(at, -30), label: 'Previous 30 days' },
  ];
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
  return (usedAt) => starts.find(({ from }) => usedAt >= from)?.label ?? month.format(usedAt);
}

/** The start of a day so many days away: days have 23 to 25 hours, so the calendar counts them. */
function dayFrom(at: number, days: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}
