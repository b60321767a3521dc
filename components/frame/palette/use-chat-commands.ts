'use client';

import { MessageSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SnippetPart } from '@/lib/client/chat/match-text';
import type { FoundChat } from '@/lib/client/chat/search-chats';
import { CHAT_IN_ADDRESS, MESSAGE_IN_ADDRESS } from '@/components/chat/state/chat-address';
import { useDebounced } from '@/components/ui/use-debounced';
import { useGo } from '../navigation/use-go';
import type { FoundCommands } from './use-commands';

/** Shorter texts match nearly every chat. */
const MIN_CHARACTERS = 2;
const MAX_SHOWN = 5;

type Result = { typed: string; chats: readonly FoundChat[]; done: boolean };

/** The chats of this browser whose title or messages contain what is typed, as commands that open them. */
export function useChatCommands(accountId: string, typed: string): FoundCommands {
  const go = useGo();
  const text = useDebounced(typed.trim());
  const isSearched = text.length >= MIN_CHARACTERS;
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => {
    if (!isSearched) return undefined;
    const search = new AbortController();
    const run = async () => {
      // With the code and the chats themselves: most pages have neither.
      const [{ openStore }, { searchChats }] = await Promise.all([
        import('@/lib/client/chat/open-store'),
        import('@/lib/client/chat/search-chats'),
      ]);
      for await (const { chats, done } of searchChats(await openStore(accountId), text, search.signal)) {
        if (!search.signal.aborted) setResult({ typed: text, chats, done });
      }
    };
    // A browser that cannot read its chats has none to show here; the chat's own page says so.
    run().catch(() => {
      if (!search.signal.aborted) setResult({ typed: text, chats: [], done: true });
    });
    return () => search.abort();
  }, [accountId, text, isSearched]);
  if (!isSearched) return { commands: [], pending: typed.trim().length >= MIN_CHARACTERS };
  const commands = (result?.chats ?? []).slice(0, MAX_SHOWN).map(({ chatId, title, newest }) => ({
    ...{ id: `chat ${chatId}`, group: 'Chats' as const, label: plain(title), keywords: '', icon: MessageSquare },
    ...(newest ? { note: plain(newest.snippet) } : {}),
    run: () => go(pathTo(chatId, newest?.messageId ?? null)),
  }));
  return { commands, pending: result?.typed !== typed.trim() || !result.done };
}

const plain = (parts: readonly SnippetPart[]) => parts.map(({ text }) => text).join('');

function pathTo(chatId: string, messageId: string | null): string {
  const query = new URLSearchParams({ [CHAT_IN_ADDRESS]: chatId });
  if (messageId !== null) query.set(MESSAGE_IN_ADDRESS, messageId);
  return `/chat?${query.toString()}`;
}
