import { allNames, freeName } from '@/lib/client/chat/folders/folders';
import { readOwnFolders, writeOwnFolders } from '@/lib/client/chat/folders/own-folders';
import type { Chat } from '@/lib/client/chat/types';

/** Makes an empty folder, the first one of the list. @returns its name */
export function addFolder(accountId: string, chats: readonly Chat[]): string {
  const stored = readOwnFolders(accountId);
  const names = allNames(chats, stored.names);
  const name = freeName(names);
  writeOwnFolders(accountId, { ...stored, names: [name, ...names] });
  return name;
}
