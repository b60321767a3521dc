'use client';

import { useState, type ReactNode } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Drawer } from '@/components/ui/overlay/drawer';
import { EmptyState } from '@/components/ui/show/empty-state';
import { formatUtc, RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import { isApiFailure } from '@/lib/client/failure';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { PERIODS } from './limits';
import { nameOf } from './name-of';
import { PRIVACIES } from './privacy';
import type { KeyVerbs } from './table/key-actions';
import { Expiry, KeyType } from './table/key-details';
import { KeyLimits } from './table/key-limits';
import { KeySpend } from './table/key-spend';
import type { Week } from './table/week-of';
import { useKey } from './use-keys';

/**
 * Everything about one key, and the actions on it.
 * @param id the key's ID, null while closed; a key that is not in the list is loaded separately
 * @param keys the list; undefined until loaded
 */
export default function KeyDrawer({
  id,
  keys,
  weekOf,
  verbs,
  onClose,
}: {
  id: string | null;
  keys: Key[] | undefined;
  weekOf: (key: Key) => Week;
  verbs: Omit<KeyVerbs, 'onOpen'>;
  onClose: () => void;
}) {
  // Keeps the content in the drawer while it closes.
  const [shownId, setShownId] = useState(id);
  if (id !== null && id !== shownId) setShownId(id);
  const listed = keys?.find((key) => key.id === shownId);
  const single = useKey(keys && !listed && id !== null ? id : null);
  const entry = listed ?? single.data;
  const isGone = !listed && isApiFailure(single.error) && single.error.status === 400;
  const isUsable = entry !== undefined && (entry.expiresAt === null || Date.parse(entry.expiresAt) > now());
  return (
    <Drawer
      open={id !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={entry ? nameOf(entry) : 'Key'}
      className="max-w-dialog max-sm:max-w-full"
      footer={entry && isUsable ? <Actions entry={entry} verbs={verbs} /> : undefined}
    >
      {isGone ? (
        <EmptyState
          title="Key not found"
          sentence="It was revoked, or the address is misspelled."
          action={<Button onClick={onClose}>Show all keys</Button>}
          className="border-t-0 pt-0"
        />
      ) : null}
      {!entry && single.error && !isGone ? (
        <FailureNotice
          failure={single.error}
          what="The key could not be loaded."
          onRetry={() => void single.refetch()}
        />
      ) : null}
      {entry ? <Properties entry={entry} week={weekOf(entry)} /> : null}
      {!entry && !single.error ? <Pending /> : null}
    </Drawer>
  );
}

function Actions({ entry, verbs }: { entry: Key; verbs: Omit<KeyVerbs, 'onOpen'> }) {
  return (
    <>
      <Button kind="plain" className="mr-auto text-stop" onClick={() => verbs.onRevoke(entry)}>
        Revoke
      </Button>
      <Button onClick={() => verbs.onRotate(entry)}>Rotate</Button>
      <Button onClick={() => verbs.onEdit(entry)}>Edit</Button>
    </>
  );
}

function Properties({ entry, week }: { entry: Key; week: Week }) {
  const privacy = PRIVACIES.find(({ value }) => value === entry.modelPrivacy);
  const hasLimit = entry.consumptionLimits.usd !== null || entry.consumptionLimits.diem !== null;
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3">
        <Property name="Name">
          <span className="wrap-anywhere">{nameOf(entry)}</span>
        </Property>
        <Property name="Type">
          <KeyType type={entry.apiKeyType} />
        </Property>
        <Property name="Ends in">
          <span className="figure-text">…{entry.last6Chars}</span>
        </Property>
        <Property name="ID">
          <span className="flex items-start gap-1">
            <span className="min-w-0 font-mono text-sm break-all">{entry.id}</span>
            <CopyButton text={entry.id} label="Copy ID" className="-my-1.5" />
          </span>
        </Property>
        <Instant name="Created" at={entry.createdAt} />
        <Instant name="Last used" at={entry.lastUsedAt} />
        <Instant name="Expires" at={entry.expiresAt} badge={<Expiry at={entry.expiresAt} />} />
        <Property name="Models">
          {privacy?.label}
          <span className="block text-sm text-muted">{privacy?.help}</span>
        </Property>
        <Property name="Limit">
          {hasLimit ? <KeyLimits entry={entry} className="max-w-64" /> : 'none'}
          {hasLimit ? (
            <span className="mt-1 block text-sm text-muted">
              Resets: {PERIODS.find(({ value }) => value === entry.limitPeriod)?.label.toLowerCase()}
            </span>
          ) : null}
        </Property>
        <Property name="Spent">
          <KeySpend week={week} className="items-start" />
          <span className="mt-1 block text-sm text-muted">
            {['in 7 days', week.usd.peak, week.diem?.peak].filter(Boolean).join(', ')}
          </span>
        </Property>
      </dl>
      <ButtonLink href={`/usage?key=${encodeURIComponent(entry.id)}`} size="small" className="self-start">
        View usage
      </ButtonLink>
    </div>
  );
}

function Property({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Instant({ name, at, badge }: { name: string; at: string | null; badge?: ReactNode }) {
  return (
    <Property name={name}>
      {at === null ? (
        'never'
      ) : (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="figure-text text-sm">{formatUtc(at)}</span>
          <span className="text-sm text-muted">{badge ?? <RelativeTime at={at} />}</span>
        </span>
      )}
    </Property>
  );
}

function Pending() {
  return (
    <div aria-busy className="flex flex-col gap-4">
      <Skeleton className="w-48" />
      <Skeleton className="w-24" />
      <Skeleton className="w-full" />
      <Skeleton className="w-3/4" />
    </div>
  );
}
