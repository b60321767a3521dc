import { dateLabels, dayFrom } from '../../date-labels';
import type { Chat } from '../types';

/** A heading of the list with its chats: the pinned ones, a folder that the user made, or a time of last use. */
export type ChatGroup = { kind: 'pinned' | 'own' | 'date'; label: string; chats: Chat[] };

const PINNED = 'Pinned';

/**
 * Groups chats: pinned ones, newest pin first, then the user's folders, then by the day of last use in local time. Empty
 * groups are left out, except for the user's folders; within a group the order stays.
 * @param chats most recently used first
 * @param at in Unix milliseconds; later uses count as today
 * @param names the user's folders in their order; those that only chats name follow
 */
export function groupsOf(chats: readonly Chat[], at: number, names: readonly string[] = []): ChatGroup[] {
  const labelOf = dateLabels(at);
  const pinned = chats.filter((chat) => chat.pinned !== undefined);
  const own = new Map<string, Chat[]>(allNames(chats, names).map((name) => [name, []]));
  const dates = new Map<string, Chat[]>();
  for (const chat of chats) {
    if (chat.pinned !== undefined) continue;
    const label = chat.folder ?? labelOf(chat.updatedAt);
    const within = chat.folder === undefined ? dates : own;
    const group = within.get(label);
    if (group) group.push(chat);
    else within.set(label, [chat]);
  }
  const groups = (kind: ChatGroup['kind'], of: Map<string, Chat[]>) =>
    [...of].map(([label, held]): ChatGroup => ({ kind, label, chats: held }));
  const first = new Map(pinned.length > 0 ? [[PINNED, pinned.sort((a, b) => (b.pinned ?? 0) - (a.pinned ?? 0))]] : []);
  return [...groups('pinned', first), ...groups('own', own), ...groups('date', dates)];
}

/** The user's folders: the listed ones, then those that only chats name, such as imported ones, by name. */
export function allNames(chats: readonly Chat[], names: readonly string[]): string[] {
  const others = new Set(
    chats.flatMap(({ folder }) => (folder === undefined || names.includes(folder) ? [] : [folder])),
  );
  return [...names, ...[...others].sort((a, b) => a.localeCompare(b))];
}

/**
 * The user's folders with a deleted one again, where it was; those that were made or renamed meanwhile stay.
 * @param before the names when it was deleted
 */
export function withRestored(names: readonly string[], name: string, before: readonly string[]): string[] {
  if (names.includes(name)) return [...names];
  const after = before.slice(before.indexOf(name) + 1);
  const at = names.findIndex((one) => after.includes(one));
  return at === -1 ? [...names, name] : [...names.slice(0, at), name, ...names.slice(at)];
}

/** A name for a new folder that no other has. */
export function freeName(taken: readonly string[]): string {
  const base = 'New folder';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** When the next local day begins, in Unix milliseconds. */
export function nextDay(at: number): number {
  return dayFrom(at, 1);
}
