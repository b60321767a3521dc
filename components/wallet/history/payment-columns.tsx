import { Badge } from '@/components/ui/show/badge';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import { DetailButton } from '@/components/ui/show/table/data-row';
import type { ConsolePayment } from '@/lib/x402/contract';
import { NETWORK_TEXTS } from '../networks';
import { AMOUNT_COLUMN, NETWORK_COLUMN, payerColumn, STATE_BADGES } from './shared-columns';

/** The columns of the account's own payments. */
export const COLUMNS: Column<ConsolePayment>[] = [
  {
    head: 'When',
    cellClassName: 'w-full',
    cell: ({ createdAt, network }) => (
      <DetailButton>
        <span>
          <RelativeTime at={createdAt} />
          <span className="block text-xs text-muted sm:hidden">{NETWORK_TEXTS[network].name}</span>
        </span>
      </DetailButton>
    ),
    pending: <Skeleton className="w-24" />,
  },
  NETWORK_COLUMN,
  payerColumn('hidden md:table-cell'),
  {
    head: 'Status',
    cell: ({ state, refunds }) => (
      <span className="flex flex-wrap items-center gap-1">
        <Badge tone={STATE_BADGES[state].tone}>{STATE_BADGES[state].label}</Badge>
        {refunds.length === 0 ? null : <Badge>refund</Badge>}
      </span>
    ),
    pending: <Skeleton className="w-16" />,
  },
  AMOUNT_COLUMN,
];
