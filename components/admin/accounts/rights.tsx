'use client';

import { Ban, LockOpen, UserCog, UserMinus } from 'lucide-react';
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
      <Ownership account={account} onRole={(role) => change.mutate({ role })} />
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
      {confirming && !blocked ? (
        <Question
          title="Block this account?"
          sentence="Its keys and sessions are refused until you unblock it. Running requests finish and are charged."
          verbs={{ keep: 'Keep active', confirm: 'Block account' }}
          onAnswer={answer}
        />
      ) : null}
    </>
  );
}

/** Whether the account is an owner, who may do everything on this page. */
function Ownership({
  account: { role, blocked },
  onRole,
}: {
  account: AccountDetail;
  onRole: (role: AccountDetail['role']) => void;
}) {
  const [confirming, setConfirming] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const isOwner = role === 'owner';
  const answer = (yes: boolean) => {
    // Before the confirmation closes and its focus is lost.
    buttonRef.current?.focus();
    setConfirming(false);
    if (yes) onRole(isOwner ? 'member' : 'owner');
  };
  if (blocked && !isOwner) return null;
  return (
    <>
      <div className="flex min-h-touch flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-40">
          <span className="block text-sm font-medium">{isOwner ? 'Owner' : 'Member'}</span>
          <span className="block text-sm text-muted">
            {isOwner ? 'Administers this installation.' : 'Uses this installation.'}
          </span>
        </p>
        <Button ref={buttonRef} size="small" aria-expanded={confirming} onClick={() => setConfirming(!confirming)}>
          {isOwner ? <UserMinus aria-hidden /> : <UserCog aria-hidden />}
          {isOwner ? 'Make a member' : 'Make an owner'}
        </Button>
      </div>
      {confirming ? (
        <Question
          {...(isOwner
            ? {
                title: 'Make this owner a member?',
                sentence: 'They lose this page at once. One owner always stays.',
                verbs: { keep: 'Keep as owner', confirm: 'Make a member' },
              }
            : {
                title: 'Make this account an owner?',
                sentence: 'Owners see every account, grant credit, connect providers, and make other owners.',
                verbs: { keep: 'Keep as member', confirm: 'Make an owner' },
              })}
          onAnswer={answer}
        />
      ) : null}
    </>
  );
}

function Question({
  title,
  sentence,
  verbs,
  onAnswer,
}: {
  title: string;
  sentence: string;
  verbs: { keep: string; confirm: string };
  onAnswer: (yes: boolean) => void;
}) {
  return (
    <div
      role="group"
      aria-label={title}
      className="flex flex-col gap-3 rounded-panel border border-stop/40 bg-stop/5 p-4"
    >
      <p>
        <span className="font-medium">{title}</span> {sentence}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="plain" autoFocus onClick={() => onAnswer(false)}>
          {verbs.keep}
        </Button>
        <Button kind="danger" onClick={() => onAnswer(true)}>
          {verbs.confirm}
        </Button>
      </div>
    </div>
  );
}
