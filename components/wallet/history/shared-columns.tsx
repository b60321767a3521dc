import { MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import type { Network } from '@/lib/core/wallet';
import { NETWORK_TEXTS, shortAddress } from '../networks';

/* What the account's own list of payments and the owner's list of all of them both show. */

type Listed = { network: Network; payer: string; amountUsd: number | string };

/** The states of a payment as badges. */
export const STATE_BADGES = {
  pending: { label: 'pending', tone: 'signal' },
  credited: { label: 'credited', tone: 'go' },
  failed: { label: 'not paid', tone: 'stop' },
} as const;

/** The network, from small screens on. */
export const NETWORK_COLUMN: Column<Pick<Listed, 'network'>> = {
  head: 'Network',
  className: 'hidden sm:table-cell',
  cell: ({ network }) => NETWORK_TEXTS[network].name,
  pending: <Skeleton className="w-14" />,
};

/** Who has paid. @param className from which width on it is shown */
export const payerColumn = (className: string): Column<Pick<Listed, 'network' | 'payer'>> => ({
  head: 'From',
  className,
  cell: ({ network, payer }) => (
    <span title={payer} className="figure-text text-sm text-muted">
      {shortAddress(network, payer)}
    </span>
  ),
  pending: <Skeleton className="w-24" />,
});

/** The amount. */
export const AMOUNT_COLUMN: Column<Pick<Listed, 'amountUsd'>> = {
  head: 'Amount',
  figures: true,
  cell: ({ amountUsd }) => <MoneyText amount={amountUsd} />,
  pending: <Skeleton className="ml-auto w-14" />,
};
