'use client';

import { TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/show/badge';
import { formatRelative, formatUtc, RelativeTime } from '@/components/ui/show/relative-time';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { endsSoon } from '../expiry';

/** A key's type as a badge; the more powerful type stands out. */
export function KeyType({ type }: { type: Key['apiKeyType'] }) {
  return <Badge tone={type === 'ADMIN' ? 'ink' : 'plain'}>{type === 'ADMIN' ? 'Admin' : 'Inference'}</Badge>;
}

/** When a key was last used. @param verb turns it into a phrase */
export function LastUsed({ at, verb = false }: { at: string | null; verb?: boolean }) {
  if (at === null) return verb ? 'never used' : 'never';
  return (
    <>
      {verb ? 'used ' : ''}
      <RelativeTime at={at} />
    </>
  );
}

/**
 * When a key expires, with a warning if that is soon. @param verb turns it into a phrase where no column header
 * explains it
 */
export function Expiry({ at, verb = false }: { at: string | null; verb?: boolean }) {
  if (at === null) return verb ? 'never expires' : 'never';
  const nowMs = now();
  const atMs = Date.parse(at);
  if (atMs <= nowMs) return <Badge tone="stop">expired</Badge>;
  if (endsSoon(at, nowMs)) {
    return (
      <Badge tone="warn" title={formatUtc(at)}>
        <TriangleAlert aria-hidden />
        <time dateTime={at}>
          <span className={verb ? undefined : 'sr-only'}>expires </span>
          {formatRelative(atMs, nowMs)}
        </time>
      </Badge>
    );
  }
  return (
    <>
      {verb ? 'expires ' : ''}
      <RelativeTime at={at} />
    </>
  );
}
