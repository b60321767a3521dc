'use client';

import { useEffect, useState, type KeyboardEvent } from 'react';
import { openStore } from '@/lib/client/chat/open-store';
import type { SnippetPart } from '@/lib/client/chat/match-text';
import { searchChats, type Found, type FoundChat } from '@/lib/client/chat/search-chats';

/**
 * The search results. The arrow keys move through them, and up from the first one returns to the field.
 * @param onChoose called with the message to show; null if only the title matched
 */
export default function SearchResults({
  accountId,
  typed,
  onChoose,
  onLeave,
}: {
  accountId: string;
  typed: string;
  onChoose: (chatId: string, messageId: string | null) => void;
  onLeave: () => void;
}) {
  const found = useFound(accountId, typed);
  if (found === null) return null;
  const { chats, more, done } = found;
  return (
    <>
      <p role="status" className="mt-3 px-2 text-xs text-muted">
        {statusOf(found)}
      </p>
      {done && chats.length === 0 ? (
        <p className="mt-2 px-2 text-sm text-muted wrap-anywhere">No chats match “{typed.trim()}”.</p>
      ) : (
        <ul
          data-testid="search-results"
          aria-label="Chats found"
          onKeyDown={(event) => walk(event, onLeave)}
          className="-mx-2 mt-1 flex min-h-0 flex-1 flex-col gap-px overflow-y-auto overscroll-contain px-2 pb-2"
        >
          {chats.map((chat) => (
            <Result key={chat.chatId} chat={chat} onChoose={onChoose} />
          ))}
          {more > 0 ? (
            <li className="px-2 py-2 text-sm text-muted">{more} more. Add a word to narrow the results.</li>
          ) : null}
        </ul>
      )}
    </>
  );
}

function Result({ chat, onChoose }: { chat: FoundChat; onChoose: (chatId: string, messageId: string | null) => void }) {
  const { chatId, title, hits, newest } = chat;
  return (
    <li>
      <button
        type="button"
        data-result
        onClick={() => onChoose(chatId, newest?.messageId ?? null)}
        className="block w-full rounded-control px-2 py-1.5 text-left -outline-offset-2 transition-[background-color] hover:bg-ink/5 pointer-coarse:min-h-touch"
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate">
            <Marked parts={title} />
          </span>
          {hits > 1 ? <span className="figure-text text-xs text-muted">{hits} messages</span> : null}
        </span>
        {newest ? (
          <span className="mt-0.5 line-clamp-2 text-sm text-muted wrap-anywhere">
            {newest.role === 'user' ? 'You: ' : ''}
            <Marked parts={newest.snippet} />
          </span>
        ) : null}
      </button>
    </li>
  );
}

function Marked({ parts }: { parts: readonly SnippetPart[] }) {
  return parts.map(({ text, hit }, at) =>
    hit ? (
      <mark key={at} className="rounded-xs bg-signal/25 text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

/**
 * The results for the current search, or for the previous one until the first result arrives. Null before the first
 * search.
 */
function useFound(accountId: string, typed: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const search = new AbortController();
    const run = async () => {
      const store = await openStore(accountId);
      for await (const next of searchChats(store, typed, search.signal)) if (!search.signal.aborted) setFound(next);
    };
    void run();
    return () => search.abort();
  }, [accountId, typed]);
  return found;
}

function statusOf({ chats, more, done }: Found): string {
  const count = chats.length + more;
  if (!done) return 'Searching…';
  return count === 0 ? 'Nothing found' : `Found in ${count === 1 ? '1 chat' : `${count} chats`}`;
}

function walk(event: KeyboardEvent<HTMLElement>, onLeave: () => void): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const results = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-result]')];
  const at = results.findIndex((result) => result === document.activeElement);
  if (at + step < 0) onLeave();
  else results[at + step]?.focus();
}
