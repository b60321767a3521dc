'use client';

import { useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useLatch } from '@/components/ui/form/use-latch';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import { GrantCredit, type AccountDetail, type GrantedCredit } from '@/lib/admin/contract';
import { isApiFailure } from '@/lib/client/failure';
import { firstReference, keepUnanswered } from '../unconfirmed-credit';
import { useGrantCredit } from '../use-admin';
import { wireAmount } from '../wire-amount';
import { CreditReceipt, REASONS } from './credit-receipt';
import { Section } from './section';

const TypedCredit = GrantCredit.pick({ usd: true, reference: true });

/** Adds credit to the account, then shows it as a receipt. */
export function CreditForm({ account }: { account: AccountDetail }) {
  const [round, setRound] = useState(0);
  const [added, setAdded] = useState<GrantedCredit | null>(null);
  return (
    <Section
      title="Grant credit"
      sentence="Added to the balance immediately. The ledger keeps the reason and the reference."
    >
      {added ? (
        <CreditReceipt
          added={added}
          onMore={() => {
            setAdded(null);
            setRound(round + 1);
          }}
        />
      ) : (
        <Form key={round} accountId={account.id} onAdded={setAdded} />
      )}
    </Section>
  );
}

function Form({ accountId, onAdded }: { accountId: string; onAdded: (added: GrantedCredit) => void }) {
  const [made] = useState(() => firstReference(accountId));
  const [kind, setKind] = useState<GrantedCredit['kind']>('GRANT');
  const form = useForm({ usd: '', reference: made }, TypedCredit, toWire);
  const grant = useGrantCredit(accountId);
  const begin = useLatch(grant.isPending);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!form.check()) return focusFirstError(element);
    if (!begin()) return;
    const order = { ...toWire(form.values), kind };
    keepUnanswered(accountId, order.reference);
    grant.mutate(order, {
      onSuccess: onAdded,
      onError: (failure) => {
        if (!isApiFailure(failure)) return;
        const taken = [{ code: 'custom', path: ['reference'], message: 'Already used, with other values' }];
        form.showIssues(failure.code === 'CONFLICT' ? taken : failure.issues);
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {grant.error && !Object.values(form.errors).some(Boolean) ? <FailureNotice failure={grant.error} /> : null}
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Field label="Amount" error={form.errors.usd}>
          <Input inputMode="decimal" autoComplete="off" unit="USD" className="figure-text" {...form.bind('usd')} />
        </Field>
        <Field label="Reason">
          <Select value={kind} onChange={setKind} options={REASONS} />
        </Field>
      </div>
      <Field
        label="Reference"
        help="An invoice or ticket number. The same reference is credited only once."
        error={form.errors.reference}
      >
        <Input autoComplete="off" spellCheck={false} className="font-mono" {...form.bind('reference')} />
      </Field>
      <Button type="submit" busy={grant.isPending} className="self-end">
        {grant.isPending ? 'Granting credit' : 'Grant credit'}
      </Button>
    </form>
  );
}

function toWire({ usd, reference }: { usd: string; reference: string }) {
  return { usd: wireAmount(usd), reference: reference.trim() };
}
