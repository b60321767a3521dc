'use client';

import { useCharacterCommands } from './use-character-commands';
import { useChatCommands } from './use-chat-commands';
import type { FoundCommands } from './use-commands';
import { useDocsCommands } from './use-docs-commands';

/** What is searched instead of listed: chats, characters, and the API reference. */
export function useFoundCommands(accountId: string, typed: string): FoundCommands {
  const found = [useChatCommands(accountId, typed), useCharacterCommands(typed), useDocsCommands(typed)];
  return { commands: found.flatMap(({ commands }) => commands), pending: found.some(({ pending }) => pending) };
}
