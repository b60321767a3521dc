'use client';

import { useId, useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import { useLatch } from '@/components/ui/form/use-latch';
import { formatMoney } from '@/components/ui/show/money-text';
import { type OperatorPayment, type RecordedRefund, RefundPayment } from '@/lib/admin/contract';
import { isApiFailure } from '@/lib/client/failure';
import { firstReference, keepUnanswered } from '../unconfirmed-credit';
import { wireAmount } from '../wire-amount';
import { type TypedRefund, useRefund } from './use-wallets';

/** Records that USDC of a payment was sent back. */
export function RefundForm({ payment, onClose }: { payment: OperatorPayment; onClose: () => void }) {
  const { id, refundableUsd } = payment;
  const [made] = useState(() => firstReference(id));
  const form = useForm({ usd: '', transaction: '', reference: made }, RefundPayment, toWire);
  const refund = useRefund(id);
  const begin = useLatch(refund.isPending);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!form.check()) return focusFirstError(element);
    if (!begin()) return;
    const order = toWire(form.values);
    keepUnanswered(id, order.reference);
    refund.mutate(order, {
      onError: (failure) => {
        if (isApiFailure(failure)) form.showIssues(failure.issues);
      },
    });
  };
  if (refund.data) return <Recorded refund={refund.data} onClose={onClose} />;
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Record a refund"
      className="flex flex-col gap-4 border-t border-line pt-4"
    >
      <p className="text-sm text-muted">
        Send the USDC back from the receiver’s wallet first: this server cannot. Then record it here, and the credit is
        taken out of the account.
      </p>
      {refund.error && !Object.values(form.errors).some(Boolean) ? <FailureNotice failure={refund.error} /> : null}
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Field
          label="Amount sent back"
          help={`At most ${formatMoney(refundableUsd, 'USD', { exact: true })}.`}
          error={form.errors.usd}
        >
          <Input
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            unit="USD"
            className="figure-text"
            {...form.bind('usd')}
          />
        </Field>
        <Field
          label="Reference"
          help="Your own name for it, such as a case number. Recorded only once."
          error={form.errors.reference}
        >
          <Input autoComplete="off" spellCheck={false} className="font-mono" {...form.bind('reference')} />
        </Field>
      </div>
      <Field
        label="Transaction (optional)"
        help="The transaction that sent the USDC back."
        error={form.errors.transaction}
      >
        <Input autoComplete="off" spellCheck={false} className="font-mono" {...form.bind('transaction')} />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={refund.isPending}>
          {refund.isPending ? 'Recording refund' : 'Record refund'}
        </Button>
      </div>
    </form>
  );
}

function Recorded({ refund, onClose }: { refund: RecordedRefund; onClose: () => void }) {
  const { usd, balanceUsd, repeated } = refund;
  const id = useId();
  const exact = (amount: string) => formatMoney(amount, 'USD', { exact: true });
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line pt-4">
      <p id={id} role="status" className="min-w-0 flex-1 text-sm">
        {repeated
          ? 'This reference was recorded before; nothing was taken out now.'
          : `${exact(usd)} was taken out. The account’s balance is ${formatMoney(balanceUsd, 'USD', { down: true })}.`}
      </p>
      <Button size="small" autoFocus aria-describedby={id} onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

function toWire({ usd, reference, transaction }: Record<keyof TypedRefund, string>): TypedRefund {
  const sent = transaction.trim();
  return { usd: wireAmount(usd), reference: reference.trim(), ...(sent !== '' && { transaction: sent }) };
}
