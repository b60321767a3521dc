'use client';

import { Badge } from '@/components/ui/show/badge';
import { MoneyText } from '@/components/ui/show/money-text';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import { DetailButton } from '@/components/ui/show/table/data-row';
import type { UsageRequest } from '@/lib/billing/contract';

/** The columns of the requests. */
export const COLUMNS: Column<UsageRequest>[] = [
  {
    head: 'Model',
    cellClassName: 'w-full max-w-0 min-w-40',
    cell: (request) => (
      <DetailButton>
        <Subject request={request} />
        <Ending request={request} />
      </DetailButton>
    ),
    pending: <Skeleton className="w-48 max-w-full" />,
  },
  {
    head: 'Key',
    className: 'hidden lg:table-cell',
    cellClassName: 'max-w-44 truncate text-muted',
    cell: ({ keyName }) => <span title={keyName ?? undefined}>{keyName ?? 'Browser'}</span>,
  },
  {
    head: 'Time',
    className: 'hidden md:table-cell',
    cellClassName: 'text-muted',
    cell: ({ at }) => <RelativeTime at={at} />,
  },
  {
    head: 'Tokens',
    figures: true,
    className: 'hidden sm:table-cell',
    cellClassName: 'text-sm',
    cell: (request) => <Counted request={request} />,
  },
  {
    head: 'Cost',
    figures: true,
    cellClassName: 'text-sm',
    cell: (request) => <Cost request={request} />,
    pending: <Skeleton className="ml-auto w-16" />,
  },
];

function Subject({ request: { at, modelId, route, keyName, code, message } }: { request: UsageRequest }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium" title={modelId ?? route ?? undefined}>
        {modelId ?? route}
      </span>
      {message === null ? null : (
        <span className="block truncate text-xs text-muted" title={message}>
          {code}: {message}
        </span>
      )}
      <span className="block truncate text-xs text-muted lg:hidden">
        <span className="md:hidden">
          <RelativeTime at={at} />
          {' · '}
        </span>
        {keyName ?? 'Browser'}
      </span>
    </span>
  );
}

/** Normal endings are not labeled. */
function Ending({ request: { ending, estimated } }: { request: UsageRequest }) {
  if (ending === null) return <Badge tone="stop">failed</Badge>;
  if (ending === 'upstream_failed') return <Badge tone="stop">interrupted</Badge>;
  if (ending === 'credit_ran_out') return <Badge tone="warn">credit ran out</Badge>;
  if (ending === 'client_left') return <Badge>stopped</Badge>;
  return estimated ? <Badge>estimated</Badge> : null;
}

function Counted({ request: { inputTokens, outputTokens, units } }: { request: UsageRequest }) {
  const parts = [
    inputTokens === null ? null : `${inputTokens.toLocaleString('en-US')} in`,
    outputTokens === null ? null : `${outputTokens.toLocaleString('en-US')} out`,
    units,
  ].filter((part) => part !== null);
  return parts.length === 0 ? <span className="text-muted">–</span> : parts.join(' · ');
}

function Cost({ request: { currency, charged } }: { request: UsageRequest }) {
  if (currency === null) return <span className="font-sans text-muted">not charged</span>;
  return <MoneyText amount={charged} currency={currency} />;
}
