import { formatCount } from '@/components/ui/show/count-text';
import { AlignedMoney, columnDecimals } from '@/components/ui/show/money-text';
import { DataTable } from '@/components/ui/show/table/data-table';
import type { ConsolePayment } from '@/lib/x402/contract';
import { COLUMNS } from './payment-columns';
import { PaymentDetail } from './payment-detail';

/** The server lists this many. */
const MOST = 50;

/** The account's payments, the newest first. @param payments undefined while they load */
export function PaymentHistory({ payments }: { payments: ConsolePayment[] | undefined }) {
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">Payments</h2>
        {payments && payments.length >= MOST ? (
          <p className="text-sm text-muted">The last {formatCount(MOST)}</p>
        ) : null}
      </div>
      {payments?.length === 0 ? (
        <p className="rounded-panel border border-line bg-surface p-6 text-muted">
          No payments yet. Each one will appear here with its transaction.
        </p>
      ) : (
        <AlignedMoney decimals={columnDecimals(payments?.map(({ amountUsd }) => amountUsd) ?? [])}>
          <DataTable
            label="Payments"
            columns={COLUMNS}
            rows={payments}
            rowKey={({ id }) => id}
            detail={(payment) => <PaymentDetail payment={payment} />}
          />
        </AlignedMoney>
      )}
    </section>
  );
}
