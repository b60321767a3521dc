'use client';

import { Ban, Search, TriangleAlert } from 'lucide-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Badge } from '@/components/ui/show/badge';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/show/table';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { endsSoon } from './expiry';
import { KeyLimits } from './key-limits';

/** Rows that are drawn at once; each further click adds as many. */
const PAGE_ROWS = 100;
/** From how many keys on a search field helps. */
const SEARCH_FROM = 8;
const count = new Intl.NumberFormat('en-US');

/** The keys as a bank statement; where it is narrow, what has no column stands under the name. */
export function KeyTable({ keys, onRevoke }: { keys: Key[]; onRevoke: (key: Key) => void }) {
  const [filter, setFilter] = useUrlFilter();
  const [limit, setLimit] = useState(PAGE_ROWS);
  const wanted = filter.trim().toLowerCase();
  const found = wanted
    ? keys.filter((key) => `${key.description} ${key.last6Chars}`.toLowerCase().includes(wanted))
    : keys;
  const hidden = Math.max(0, found.length - limit);
  return (
    <div className="flex flex-col gap-3">
      {keys.length >= SEARCH_FROM || filter ? (
        <div className="flex items-center gap-4">
          <Field label="Search keys" hideLabel className="w-full max-w-72">
            <div className="relative">
              <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
              <Input
                type="search"
                placeholder="Name or last six"
                value={filter}
                onChange={(event) => setFilter(event.target.value)}
                className="pl-9"
              />
            </div>
          </Field>
          <p role="status" className="text-sm text-muted tabular-nums">
            {wanted
              ? `${count.format(found.length)} of ${count.format(keys.length)}`
              : `${count.format(keys.length)} keys`}
          </p>
        </div>
      ) : null}
      {found.length === 0 ? (
        <p className="rounded-panel border border-line bg-surface p-6 text-muted">
          No key matches “{filter}”.{' '}
          <button
            type="button"
            className="font-medium text-ink underline underline-offset-4"
            onClick={() => setFilter('')}
          >
            Clear the search
          </button>
        </p>
      ) : (
        <Table label="API keys">
          <Heads />
          <tbody>
            {found.slice(0, limit).map((key) => (
              <KeyRow key={key.id} entry={key} onRevoke={() => onRevoke(key)} />
            ))}
          </tbody>
        </Table>
      )}
      {hidden > 0 ? (
        <Button size="small" className="self-start" onClick={() => setLimit(limit + PAGE_ROWS)}>
          Show {count.format(Math.min(hidden, PAGE_ROWS))} more of {count.format(hidden)}
        </Button>
      ) : null}
    </div>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell>Name</HeadCell>
        <HeadCell className="hidden sm:table-cell">Last six</HeadCell>
        <HeadCell className="hidden sm:table-cell">Type</HeadCell>
        <HeadCell className="hidden xl:table-cell">Limit</HeadCell>
        <HeadCell className="hidden xl:table-cell">Created</HeadCell>
        <HeadCell className="hidden lg:table-cell">Last used</HeadCell>
        <HeadCell className="hidden lg:table-cell">Expires</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </tr>
    </thead>
  );
}

function KeyRow({ entry, onRevoke }: { entry: Key; onRevoke: () => void }) {
  const name = entry.description || 'Without a name';
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-36">
        <span className="block truncate font-medium" title={entry.description || undefined}>
          {entry.description || <span className="font-normal text-muted">Without a name</span>}
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-muted lg:hidden">
          <span className="figure-text sm:hidden">…{entry.last6Chars}</span>
          {entry.apiKeyType === 'ADMIN' ? <span className="sm:hidden">Admin</span> : null}
          <span>
            <LastUsed at={entry.lastUsedAt} verb />
          </span>
          <span>{entry.expiresAt ? <Expiry at={entry.expiresAt} verb /> : 'expires never'}</span>
          <span>
            created <RelativeTime at={entry.createdAt} />
          </span>
        </span>
        <KeyLimits entry={entry} className="mt-1.5 mb-1 max-w-56 xl:hidden" />
      </Cell>
      <Cell className="figure-text hidden text-sm sm:table-cell">…{entry.last6Chars}</Cell>
      <Cell className="hidden sm:table-cell">
        <KeyType type={entry.apiKeyType} />
      </Cell>
      <Cell className="hidden xl:table-cell">
        <KeyLimits entry={entry} none="none" className="min-w-40" />
      </Cell>
      <Cell className="hidden text-muted xl:table-cell">
        <RelativeTime at={entry.createdAt} />
      </Cell>
      <Cell className="hidden whitespace-nowrap text-muted lg:table-cell">
        <LastUsed at={entry.lastUsedAt} />
      </Cell>
      <Cell className="hidden whitespace-nowrap text-muted lg:table-cell">
        {entry.expiresAt ? <Expiry at={entry.expiresAt} /> : 'never'}
      </Cell>
      <Cell className="text-right">
        <Button
          kind="plain"
          size="small"
          aria-label={`Revoke ${name}, ending in ${entry.last6Chars}`}
          className="text-muted hover:text-stop sm:pointer-fine:opacity-0 sm:pointer-fine:group-focus-within:opacity-100 sm:pointer-fine:group-hover:opacity-100 sm:pointer-fine:focus-visible:opacity-100"
          onClick={onRevoke}
        >
          <Ban aria-hidden />
          Revoke
        </Button>
      </Cell>
    </Row>
  );
}

/** A key's type as a badge; the one that can do more stands out. */
export function KeyType({ type }: { type: Key['apiKeyType'] }) {
  return <Badge tone={type === 'ADMIN' ? 'ink' : 'plain'}>{type === 'ADMIN' ? 'Admin' : 'Inference'}</Badge>;
}

function LastUsed({ at, verb = false }: { at: string | null; verb?: boolean }) {
  if (at === null) return verb ? 'never used' : 'never';
  return (
    <>
      {verb ? 'used ' : ''}
      <RelativeTime at={at} />
    </>
  );
}

function Expiry({ at, verb = false }: { at: string; verb?: boolean }) {
  const soon = endsSoon(at, now());
  return (
    <span className={soon ? 'inline-flex items-center gap-1 text-warn' : undefined}>
      {soon ? <TriangleAlert aria-label="Soon:" className="size-3.5" /> : null}
      <span>
        {verb ? 'expires ' : ''}
        <RelativeTime at={at} />
      </span>
    </span>
  );
}

/** The search word, kept in the address so that the view can be shared and survives a reload. */
function useUrlFilter(): [string, (text: string) => void] {
  const pathname = usePathname();
  const filter = useSearchParams().get('q') ?? '';
  return [
    filter,
    (text) => window.history.replaceState(null, '', text ? `${pathname}?q=${encodeURIComponent(text)}` : pathname),
  ];
}

/** The table while its rows are on the way. */
export function PendingKeyTable() {
  return (
    <Table label="API keys" aria-busy>
      <Heads />
      <tbody>
        {[0, 1, 2].map((row) => (
          <Row key={row}>
            <Cell className="w-full">
              <Skeleton className="w-40" />
            </Cell>
            <Cell className="hidden sm:table-cell">
              <Skeleton className="w-16" />
            </Cell>
            <Cell className="hidden sm:table-cell">
              <Skeleton className="w-16" />
            </Cell>
            <Cell className="hidden xl:table-cell">
              <Skeleton className="w-40" />
            </Cell>
            <Cell className="hidden xl:table-cell">
              <Skeleton className="w-20" />
            </Cell>
            <Cell className="hidden lg:table-cell">
              <Skeleton className="w-20" />
            </Cell>
            <Cell className="hidden lg:table-cell">
              <Skeleton className="w-16" />
            </Cell>
            <Cell>
              <span className="block h-8 w-24" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
