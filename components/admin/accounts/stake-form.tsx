'use client';

import { useState, type FormEvent } from 'react';
import { z } from 'zod';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { formatMoney } from '@/components/ui/show/money-text';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import { useLatch } from '@/components/ui/form/use-latch';
import { StakedDiem, StakeWallet, type AccountDetail, type Stake } from '@/lib/admin/contract';
import { isApiFailure } from '@/lib/client/failure';
import { useSetStake } from '../use-admin';
import { wireAmount } from '../wire-amount';
import { Section } from './section';

type Source = 'diem' | 'wallet';

const SOURCES = [
  { value: 'diem', label: 'Amount', note: 'A fixed number of DIEM each UTC day.' },
  { value: 'wallet', label: 'Wallet', note: 'Its on-chain stake, refreshed regularly.' },
] as const;
const SCHEMAS = { diem: z.object({ diem: StakedDiem }), wallet: z.object({ wallet: StakeWallet }) } as const;

/** Sets what the account may spend in DIEM each day. */
export function StakeForm({ account }: { account: AccountDetail }) {
  const [source, setSource] = useState<Source>(account.stakeWallet === null ? 'diem' : 'wallet');
  const form = useForm({ diem: '', wallet: '' }, SCHEMAS[source], toWire);
  const set = useSetStake(account.id);
  const begin = useLatch(set.isPending);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!form.check()) return focusFirstError(element);
    if (!begin()) return;
    const { diem, wallet } = toWire(form.values);
    set.mutate(source === 'diem' ? { diem } : { wallet }, {
      onSuccess: () => form.reset(),
      onError: (failure) => {
        if (!isApiFailure(failure)) return;
        const taken = [{ code: 'custom', path: ['wallet'], message: 'Already linked to another account' }];
        form.showIssues(failure.code === 'CONFLICT' ? taken : failure.issues);
      },
    });
  };
  return (
    <Section
      title="Stake"
      sentence="What the account can spend in DIEM each UTC day, before any USD. 0 removes the stake."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {set.error && !Object.values(form.errors).some(Boolean) ? <FailureNotice failure={set.error} /> : null}
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
          <Field label="Stake source">
            <Select<Source> value={source} onChange={setSource} options={SOURCES} />
          </Field>
          {source === 'diem' ? (
            <Field label="Amount" error={form.errors.diem}>
              <Input
                inputMode="decimal"
                autoComplete="off"
                unit="DIEM"
                className="figure-text"
                {...form.bind('diem')}
              />
            </Field>
          ) : (
            <Field label="Wallet" error={form.errors.wallet}>
              <Input
                autoComplete="off"
                spellCheck={false}
                placeholder="0x…"
                className="font-mono"
                {...form.bind('wallet')}
              />
            </Field>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="min-w-0 flex-1 text-sm text-muted">
            {set.data ? stakeMessage(set.data) : ''}
          </p>
          <Button type="submit" busy={set.isPending}>
            {set.isPending ? 'Setting stake' : 'Set stake'}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function toWire({ diem, wallet }: { diem: string; wallet: string }) {
  return { diem: wireAmount(diem), wallet: wallet.trim() };
}

function stakeMessage({ stakedDiem, reading }: Stake): string {
  const now = `Set to ${formatMoney(stakedDiem, 'DIEM', { down: true })} per day.`;
  if (reading === 'off') return 'The wallet is linked. To read its stake, set DIEM_STAKING_ADDRESS and DIEM_RPC_URL.';
  if (reading === 'failed') return 'The wallet is linked. Its stake could not be read yet; it will be retried.';
  return now;
}
