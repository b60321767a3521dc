'use client';

import { useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { Select } from '@/components/ui/select';
import { formatUtc } from '@/components/ui/show/relative-time';
import { isApiFailure } from '@/lib/client/failure';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { typedDay } from '../expiry';
import { nameOf } from '../name-of';
import { SavedKeyDialog } from '../secret/saved-key-dialog';
import { useCreateKey, useRevokeKey, useUpdateKey } from '../use-key-changes';
import { FormDialog } from './form-dialog';
import { DayField } from './key-fields';
import { endOfOld, type Overlap, OVERLAPS } from './overlap';
import { successorOf } from './successor';

/**
 * Puts another key in the place of one: makes it alike, shows its secret once, then ends the old one, at once or later.
 * Mounted while open.
 * @param onRotated is told in words how the old key ends
 */
export function RotateKeyDialog({
  target,
  origin,
  onClose,
  onRotated,
}: {
  target: Key;
  origin: string;
  onClose: () => void;
  onRotated: (words: string) => void;
}) {
  const [overlap, setOverlap] = useState<Overlap>('day');
  const [day, setDay] = useState('');
  const [wrongDay, setWrongDay] = useState<string>();
  const create = useCreateKey();
  const old = useEndOfOld(target, onRotated);
  const end = () => old.end(overlap, day);

  if (old.hasFailed) {
    const isPast = overlap === 'date' && endOfOld(overlap, day, target.expiresAt, now()).do === 'revoke';
    return <EndingDialog target={target} old={old} isPast={isPast} onRetry={end} onClose={onClose} />;
  }
  if (create.data) {
    return (
      <SavedKeyDialog created={create.data} origin={origin} next={nextWords(target, overlap, day)} onClose={end} />
    );
  }
  const submit = async () => {
    const wrong = overlap === 'date' ? typedDay(now).safeParse(day).error?.issues[0]?.message : undefined;
    setWrongDay(wrong);
    if (wrong) return false;
    return create.mutateAsync(successorOf(target)).then(
      () => true,
      () => false,
    );
  };
  return (
    <FormDialog
      title="Rotate key"
      description={
        <span className="wrap-anywhere">
          A new key takes the place of “{nameOf(target)}”, ending in {target.last6Chars}: same type, name, limits,
          models and expiry{target.expiresAt ? ` (${formatUtc(target.expiresAt)})` : ''}. What the old one has used of
          its limits does not count for the new one.
        </span>
      }
      verb="Rotate key"
      busyVerb="Making the new key"
      busy={create.isPending}
      secretAnswer
      submit={submit}
      onClose={onClose}
    >
      {create.error ? <FailureNotice failure={create.error} what={whatOf(create.error)} /> : null}
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          label="The old key ends"
          help={overlap === 'date' ? undefined : 'Counted from when you have saved the new one.'}
          className={overlap === 'date' ? undefined : 'sm:col-span-2'}
        >
          <Select<Overlap> value={overlap} onChange={setOverlap} options={OVERLAPS} />
        </Field>
        {overlap === 'date' ? (
          <DayField
            value={day}
            error={wrongDay}
            onChange={(next) => {
              setDay(next);
              setWrongDay(undefined);
            }}
          />
        ) : null}
      </div>
    </FormDialog>
  );
}

/** Without an answer of ours nobody knows; a key that was made so can be revoked, its secret is gone. */
function whatOf(failure: Error): string {
  const isKnown = isApiFailure(failure) && failure.status >= 400 && failure.status < 500;
  return isKnown
    ? 'There is no new key. The old one goes on.'
    : 'The old key goes on. There may be a new one in the list whose secret did not arrive: revoke it.';
}

/** Ends the old key, or gives it an expiry; one try at a time. */
function useEndOfOld(target: Key, onRotated: (words: string) => void) {
  const revoke = useRevokeKey();
  const update = useUpdateKey();
  const [hasFailed, setHasFailed] = useState(false);
  const isPending = revoke.isPending || update.isPending;
  const end = (overlap: Overlap, day: string) => {
    if (isPending) return;
    const which = endOfOld(overlap, day, target.expiresAt, now());
    const named = `The old key, ending in ${target.last6Chars},`;
    const onError = () => setHasFailed(true);
    if (which.do === 'revoke') {
      return revoke.mutate(target.id, { onError, onSuccess: () => onRotated(`${named} has ended.`) });
    }
    const words = `${named} ends on ${formatUtc(which.at)}.`;
    if (which.do === 'nothing') return onRotated(words);
    update.mutate({ id: target.id, expiresAt: which.at }, { onError, onSuccess: () => onRotated(words) });
  };
  return { end, hasFailed, isPending, failure: revoke.error ?? update.error };
}

function nextWords(target: Key, overlap: Overlap, day: string): string {
  const which = endOfOld(overlap, day, target.expiresAt, now());
  const named = `The old key, ending in ${target.last6Chars},`;
  if (which.do === 'revoke') return `${named} stops working when you close this.`;
  if (overlap === 'date' || which.do === 'nothing') return `${named} works until ${formatUtc(which.at)}.`;
  const label = OVERLAPS.find(({ value }) => value === overlap)?.label ?? '';
  return `${named} ends ${label.toLowerCase()}, counted from when you close this.`;
}

/** Where the second step failed: what holds now, and another try. @param isPast the day it was to end with is over */
function EndingDialog({
  target,
  old,
  isPast,
  onRetry,
  onClose,
}: {
  target: Key;
  old: { isPending: boolean; failure: Error | null };
  isPast: boolean;
  onRetry: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !old.isPending) onClose();
      }}
      title="The old key was not ended"
      description={`Both keys work: the new one, and the old one ending in ${target.last6Chars}.${isPast ? ' The day that you chose has passed, so the old one ends at once now.' : ''}`}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Keep both
          </Button>
          <Button kind="primary" busy={old.isPending} onClick={onRetry}>
            {old.isPending ? 'Ending the old key' : isPast ? 'End the old key now' : 'Try again'}
          </Button>
        </>
      }
    >
      {old.failure ? <FailureNotice failure={old.failure} /> : null}
    </Dialog>
  );
}
