'use client';

import { Ban, LockOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import type { AccountDetail } from '@/lib/admin/contract';
import { useChangeAccount } from '../use-admin';
import { Section } from './section';

const TIERS = [
  { value: 'standard', label: 'Standard', note: 'The default limits.' },
  { value: 'partner', label: 'Partner', note: 'Higher limits.' },
] as const;

/** What an account may do: its limits, its models, and whether it is blocked. Each change is saved immediately. */
export function Rights({ account }: { account: AccountDetail }) {
  const change = useChangeAccount(account.id);
  return (
    <Section title="Access">
      {change.error ? <FailureNotice failure={change.error} what="The change was not saved." /> : null}
      <Field label="Limits" help="The account’s rate limits. A change applies from its next request.">
        <Select value={account.tier} onChange={(tier) => change.mutate({ tier })} options={TIERS} />
      </Field>
      <Switch
        label="Pro"
        help="Gives access to models reserved for Pro accounts."
        checked={account.pro}
        onChange={(pro) => change.mutate({ pro })}
      />
      {account.role === 'owner' ? (
        <p className="text-sm text-muted">The owner’s account cannot be blocked here.</p>
      ) : (
        <Access blocked={account.blocked} onBlocked={(blocked) => change.mutate({ blocked })} />
      )}
    </Section>
  );
}

function Access({ blocked, onBlocked }: { blocked: boolean; onBlocked: (blocked: boolean) => void }) {
  const [confirming, setConfirming] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const answer = (yes: boolean) => {
    // Before the confirmation closes and its focus is lost.
    buttonRef.current?.focus();
    setConfirming(false);
    if (yes) onBlocked(true);
  };
  return (
    <>
      <div className="flex min-h-touch flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-40">
          <span className="block text-sm font-medium">{blocked ? 'Blocked' : 'Active'}</span>
          <span className="block text-sm text-muted">
            {blocked ? 'Its keys and sessions are refused.' : 'Its keys and sessions work.'}
          </span>
        </p>
        <Button
          ref={buttonRef}
          size="small"
          aria-expanded={blocked ? undefined : confirming}
          onClick={() => (blocked ? onBlocked(false) : setConfirming(!confirming))}
        >
          {blocked ? <LockOpen aria-hidden /> : <Ban aria-hidden />}
          {blocked ? 'Unblock' : 'Block'}
        </Button>
      </div>
      {confirming && !blocked ? <Question onAnswer={answer} /> : null}
    </>
  );
}

function Question({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  return (
    <div
      role="group"
      aria-label="Block this account?"
      className="flex flex-col gap-3 rounded-panel border border-stop/40 bg-stop/5 p-4"
    >
      <p>
        <span className="font-medium">Block this account?</span> Its keys and sessions are refused until you unblock it.
        Running requests finish and are charged.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="plain" autoFocus onClick={() => onAnswer(false)}>
          Keep active
        </Button>
        <Button kind="danger" onClick={() => onAnswer(true)}>
          Block account
        </Button>
      </div>
    </div>
  );
}
