'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { EmptyState } from '@/components/ui/show/empty-state';
import { AlignedMoney, columnDecimals } from '@/components/ui/show/money-text';
import { DataTable } from '@/components/ui/show/table/data-table';
import type { OperatorPayment } from '@/lib/admin/contract';
import type { PaymentsState } from '../use-admin-location';
import { columnsOf } from './payment-columns';
import { PaymentDetail } from './payment-detail';
import { useWalletPayments } from './use-wallets';

type Choice = NonNullable<PaymentsState> | 'all';

const CHOICES = [
  { value: 'all', label: 'All payments' },
  { value: 'open', label: 'Open' },
  { value: 'failed', label: 'Not paid' },
  { value: 'credited', label: 'Credited' },
] as const satisfies { value: Choice; label: string }[];

const EMPTY: Record<Choice, { title: string; sentence: string }> = {
  all: { title: 'No payments yet', sentence: 'Payments by wallets appear here as soon as they are accepted.' },
  open: { title: 'No open payments', sentence: 'The outcome of every payment is known.' },
  failed: { title: 'No failed payments', sentence: 'Payments that their network did not carry out appear here.' },
  credited: { title: 'No credited payments', sentence: 'Payments appear here once their network shows them.' },
};

/** All payments by wallets: open ones first. @param state which ones; null for all */
export function PaymentsSection({
  state,
  onState,
  onOpen,
}: {
  state: PaymentsState;
  onState: (state: PaymentsState) => void;
  onOpen: (accountId: string) => void;
}) {
  const payments = useWalletPayments(state);
  const found = payments.data && withoutRepeats(payments.data.pages.flatMap(({ data }) => data));
  const { title, sentence } = EMPTY[state ?? 'all'];
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">Payments</h2>
        <Select<Choice>
          label="Payments to show"
          value={state ?? 'all'}
          onChange={(choice) => onState(choice === 'all' ? null : choice)}
          options={CHOICES}
          className="w-40"
        />
      </div>
      {payments.isError ? (
        <FailureNotice
          failure={payments.error}
          what={payments.data ? 'This list may be out of date.' : 'The payments could not be loaded.'}
          onRetry={() => void payments.refetch()}
        />
      ) : null}
      {found?.length === 0 ? <EmptyState {...{ title, sentence }} className="border-t-0 pt-2" /> : null}
      {payments.isPending || found?.length ? (
        <AlignedMoney decimals={columnDecimals(found?.map(({ amountUsd }) => amountUsd) ?? [])}>
          <DataTable
            label="Payments"
            columns={columnsOf(onOpen)}
            rows={found}
            rowKey={({ id }) => id}
            detail={(payment) => <PaymentDetail payment={payment} onOpen={onOpen} />}
          />
        </AlignedMoney>
      ) : null}
      {payments.hasNextPage ? (
        <Button
          size="small"
          className="self-start"
          busy={payments.isFetchingNextPage}
          onClick={() => void payments.fetchNextPage()}
        >
          {payments.isFetchingNextPage ? 'Loading more' : 'Show more'}
        </Button>
      ) : null}
    </section>
  );
}

/** A payment that ends between two pages is on both. */
function withoutRepeats(payments: OperatorPayment[]): OperatorPayment[] {
  return [...new Map(payments.map((payment) => [payment.id, payment])).values()];
}
