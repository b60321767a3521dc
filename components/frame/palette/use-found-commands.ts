'use client';

import { useCharacterCommands } from './use-character-commands';
import { useChatCommands } from './use-chat-commands';
import type { Command } from './use-commands';
import { useDocsCommands } from './use-docs-commands';

/** Commands that a search has found so far; `pending` while it runs. */
export type FoundCommands = { commands: readonly Command[]; pending: boolean };

/** What is searched instead of listed: chats, characters, and the API reference. */
export function useFoundCommands(accountId: string, typed: string): FoundCommands {
  const found = [useChatCommands(accountId, typed), useCharacterCommands(typed), useDocsCommands(typed)];
  return { commands: found.flatMap(({ commands }) => commands), pending: found.some(({ pending }) => pending) };
}
