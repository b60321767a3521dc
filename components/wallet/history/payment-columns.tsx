import { Badge } from '@/components/ui/show/badge';
import { MoneyText } from '@/components/ui/show/money-text';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import { DetailButton } from '@/components/ui/show/table/data-row';
import type { ConsolePayment } from '@/lib/x402/contract';
import { NETWORK_TEXTS, shortAddress } from '../networks';

const STATES = {
  pending: { label: 'pending', tone: 'signal' },
  credited: { label: 'credited', tone: 'go' },
  failed: { label: 'not paid', tone: 'stop' },
} as const;

/** The columns of the payments. */
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
  {
    head: 'Network',
    className: 'hidden sm:table-cell',
    cell: ({ network }) => NETWORK_TEXTS[network].name,
    pending: <Skeleton className="w-14" />,
  },
  {
    head: 'From',
    className: 'hidden md:table-cell',
    cell: ({ network, payer }) => (
      <span title={payer} className="figure-text text-sm text-muted">
        {shortAddress(network, payer)}
      </span>
    ),
    pending: <Skeleton className="w-24" />,
  },
  {
    head: 'Status',
    cell: ({ state, refunds }) => (
      <span className="flex flex-wrap items-center gap-1">
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        {refunds.length === 0 ? null : <Badge>refund</Badge>}
      </span>
    ),
    pending: <Skeleton className="w-16" />,
  },
  {
    head: 'Amount',
    figures: true,
    cell: ({ amountUsd }) => <MoneyText amount={amountUsd} />,
    pending: <Skeleton className="ml-auto w-14" />,
  },
];
