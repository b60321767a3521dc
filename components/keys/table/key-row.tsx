'use client';

import type { MouseEvent } from 'react';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Cell, Row } from '@/components/ui/show/table/table';
import type { Key } from '@/lib/keys/contract';
import { nameOf } from '../name-of';
import { KeyActions, type KeyVerbs } from './key-actions';
import { Expiry, KeyType, LastUsed } from './key-details';
import { KeyLimits } from './key-limits';
import { KeySpend, KeySpendText } from './key-spend';
import type { Week } from './week-of';

/** The table width from which each column is shown; in narrower tables its value appears under the name. */
export const COLUMN = {
  type: 'hidden @xl:table-cell',
  limit: 'hidden @4xl:table-cell',
  spend: 'hidden @4xl:table-cell',
  created: 'hidden @5xl:table-cell',
  used: 'hidden @2xl:table-cell',
  expires: 'hidden @2xl:table-cell',
} as const;

/** One key; a click anywhere opens its details, as does activating its name by keyboard. */
export function KeyRow({ entry, week, verbs }: { entry: Key; week: Week; verbs: KeyVerbs }) {
  const name = nameOf(entry);
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const { target, currentTarget } = event;
    // Clicks in the row's menu bubble here too, although it is rendered elsewhere.
    const isInside = target instanceof Element && currentTarget.contains(target) && !target.closest('button, a');
    // Selecting text to copy it must not open the drawer.
    if (isInside && !getSelection()?.toString()) verbs.onOpen(entry);
  };
  return (
    <Row className="cursor-pointer" onClick={open}>
      <Cell className="w-full max-w-0 min-w-28 sm:pr-2">
        <button
          type="button"
          title={entry.description || undefined}
          onClick={() => verbs.onOpen(entry)}
          className="block max-w-full truncate rounded-control text-left font-medium underline-offset-4 hover:underline pointer-coarse:min-h-touch"
        >
          {entry.description.trim() ? name : <span className="font-normal text-muted">{name}</span>}
        </button>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
          <span className="figure-text">…{entry.last6Chars}</span>
          {entry.apiKeyType === 'ADMIN' ? <span className="@xl:hidden">Admin</span> : null}
          <span className="@2xl:hidden">
            <LastUsed at={entry.lastUsedAt} verb />
          </span>
          <span className="@2xl:hidden">
            <Expiry at={entry.expiresAt} verb />
          </span>
          <span className="@4xl:hidden">
            <KeySpendText week={week} />
          </span>
          <span className="@5xl:hidden">
            created <RelativeTime at={entry.createdAt} />
          </span>
        </span>
        <KeyLimits entry={entry} className="mt-1.5 mb-1 max-w-64 @4xl:hidden" />
      </Cell>
      <Cell className={`sm:px-3 ${COLUMN.type}`}>
        <KeyType type={entry.apiKeyType} />
      </Cell>
      <Cell className={`sm:px-3 ${COLUMN.limit}`}>
        <KeyLimits entry={entry} none="none" className="min-w-36" />
      </Cell>
      <Cell className={`sm:px-3 ${COLUMN.spend}`}>
        <KeySpend week={week} />
      </Cell>
      <Cell className={`text-muted sm:px-3 ${COLUMN.created}`}>
        <RelativeTime at={entry.createdAt} />
      </Cell>
      <Cell className={`whitespace-nowrap text-muted sm:px-3 ${COLUMN.used}`}>
        <LastUsed at={entry.lastUsedAt} />
      </Cell>
      <Cell className={`whitespace-nowrap text-muted sm:px-3 ${COLUMN.expires}`}>
        <Expiry at={entry.expiresAt} />
      </Cell>
      <Cell className="text-right sm:pl-1">
        <KeyActions entry={entry} verbs={verbs} />
      </Cell>
    </Row>
  );
}
