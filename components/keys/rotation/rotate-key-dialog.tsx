'use client';

import { useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { formatUtc } from '@/components/ui/show/relative-time';
import { isApiFailure } from '@/lib/client/failure';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { FormDialog } from '../forms/form-dialog';
import { typedDay } from '../forms/key-draft';
import { DayField } from '../forms/key-fields';
import { nameOf } from '../name-of';
import { SavedKeyDialog } from '../secret/saved-key-dialog';
import { useCreateKey } from '../use-key-changes';
import { EndingDialog, OrphanedDialog } from './ending-dialogs';
import { endOfOld, type Overlap, OVERLAPS } from './overlap';
import { successorOf } from './successor';
import { KEPT_BOTH } from './unfinished';
import { useEndOfOld } from './use-end-of-old';
import type { Rotations } from './use-rotations';

/**
 * Replaces a key: creates an identical one, shows its secret once, then ends the old one, immediately or later. Mounted
 * while open.
 * @param rotations remembers the rotation until the old key has its end
 * @param onRotated called with a sentence on how the old key ends, or that it does not
 */
export function RotateKeyDialog({
  target,
  origin,
  rotations,
  onClose,
  onRotated,
}: {
  target: Key;
  origin: string;
  rotations: Rotations;
  onClose: () => void;
  onRotated: (sentence: string) => void;
}) {
  const [overlap, setOverlap] = useState<Overlap>('day');
  const [day, setDay] = useState('');
  const [wrongDay, setWrongDay] = useState<string>();
  const create = useCreateKey();
  const finished = (keyId: string, sentence: string) => {
    rotations.end(keyId);
    onRotated(sentence);
  };
  const old = useEndOfOld(target, (sentence) => finished(target.id, sentence));

  if (create.data) {
    const { id: newId } = create.data;
    const end = () => old.end({ newId, overlap, day });
    if (old.status === 'orphaned') {
      return <OrphanedDialog target={target} onClose={(sentence) => finished(newId, sentence)} />;
    }
    if (old.status === 'failed') {
      const isPast = overlap === 'date' && endOfOld(overlap, day, target.expiresAt, now()).do === 'revoke';
      const keepBoth = () => finished(newId, KEPT_BOTH);
      return (
        <EndingDialog target={target} old={old} isPast={isPast} onRetry={end} onKeep={keepBoth} onClose={onClose} />
      );
    }
    return (
      <SavedKeyDialog created={create.data} origin={origin} next={nextMessage(target, overlap, day)} onClose={end} />
    );
  }
  const submit = async () => {
    const wrong = overlap === 'date' ? typedDay(now).safeParse(day).error?.issues[0]?.message : undefined;
    setWrongDay(wrong);
    if (wrong) return false;
    return create.mutateAsync(successorOf(target)).then(
      ({ id }) => {
        rotations.begin({ oldId: target.id, newId: id, oldExpiresAt: target.expiresAt });
        return true;
      },
      () => false,
    );
  };
  return (
    <FormDialog
      title="Rotate key"
      description={
        <span className="wrap-anywhere">
          A new key replaces “{nameOf(target)}”, ending in {target.last6Chars}: same type, name, limits, models, and
          expiry{target.expiresAt ? ` (${formatUtc(target.expiresAt)})` : ''}. Usage of the old key does not count
          toward the new key’s limits.
        </span>
      }
      verb="Rotate key"
      busyVerb="Creating the new key"
      busy={create.isPending}
      secretAnswer
      submit={submit}
      onClose={onClose}
    >
      {create.error ? <FailureNotice failure={create.error} what={whatOf(create.error)} /> : null}
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          label="Old key expires"
          help={overlap === 'date' ? undefined : 'Counted from when you save the new key.'}
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

/**
 * Without a response from the server the outcome is unknown. A key created this way can be revoked, but its secret is
 * lost.
 */
function whatOf(failure: Error): string {
  const isKnown = isApiFailure(failure) && failure.status >= 400 && failure.status < 500;
  return isKnown
    ? 'No new key was created. The old one still works.'
    : 'The old key still works. The list may contain a new key whose secret you never received: revoke it.';
}

function nextMessage(target: Key, overlap: Overlap, day: string): string {
  const which = endOfOld(overlap, day, target.expiresAt, now());
  const named = `The old key, ending in ${target.last6Chars},`;
  if (which.do === 'revoke') return `${named} stops working when you close this.`;
  if (overlap === 'date' || which.do === 'nothing') return `${named} works until ${formatUtc(which.at)}.`;
  const label = OVERLAPS.find(({ value }) => value === overlap)?.label ?? '';
  return `${named} expires ${label.toLowerCase()}, counted from when you close this.`;
}
