import { Badge } from '@/components/ui/show/badge';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import { DetailButton } from '@/components/ui/show/table/data-row';
import { AMOUNT_COLUMN, NETWORK_COLUMN, payerColumn, STATE_BADGES } from '@/components/wallet/history/shared-columns';
import { NETWORK_TEXTS } from '@/components/wallet/networks';
import type { OperatorPayment } from '@/lib/admin/contract';
import { AccountButton } from './account-button';

const STATES = {
  ...STATE_BADGES,
  verified: { label: 'not sent yet', tone: 'signal' },
  settling: STATE_BADGES.pending,
} as const;

/** The columns of the payments; on narrow screens, values without a column appear under the time. */
export const columnsOf = (onOpen: (accountId: string) => void): Column<OperatorPayment>[] => [
  {
    head: 'When',
    cell: (payment) => (
      <DetailButton>
        <span>
          <RelativeTime at={payment.createdAt} />
          <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted sm:hidden">
            {NETWORK_TEXTS[payment.network].name}
            <State payment={payment} />
          </span>
        </span>
      </DetailButton>
    ),
    pending: <Skeleton className="w-24" />,
  },
  {
    head: 'Account',
    className: 'hidden md:table-cell',
    cellClassName: 'w-full max-w-0 min-w-40',
    cell: (payment) => <AccountButton payment={payment} onOpen={onOpen} />,
    pending: <Skeleton className="w-40" />,
  },
  NETWORK_COLUMN,
  payerColumn('hidden lg:table-cell'),
  {
    head: 'Status',
    className: 'hidden sm:table-cell',
    cell: (payment) => <State payment={payment} />,
    pending: <Skeleton className="w-16" />,
  },
  AMOUNT_COLUMN,
];

function State({ payment: { state, reason, attempts, refunds, refundableUsd } }: { payment: OperatorPayment }) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      {state === 'credited' && reason !== null ? <Badge tone="stop">undone</Badge> : null}
      {refunds.length === 0 ? null : <Badge>{refundableUsd === '0' ? 'refunded' : 'partly refunded'}</Badge>}
      {attempts > 0 && (state === 'verified' || state === 'settling') ? (
        <span className="text-xs whitespace-nowrap text-muted">{checks(attempts)}</span>
      ) : null}
    </span>
  );
}

/** `1 check`, `12 checks`. */
const checks = (attempts: number): string => `${attempts} ${attempts === 1 ? 'check' : 'checks'}`;
