'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUtc } from '@/components/ui/show/relative-time';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { useRevokeKey, useUpdateKey } from '../use-key-changes';
import { KEYS, keyExists } from '../use-keys';
import { endOfOld, type Overlap } from './overlap';

/** How the old key should end, and the ID of its successor. */
type WantedEnd = { newId: string; overlap: Overlap; day: string };

/**
 * Revokes the old key of a rotation, or gives it an expiry; one try at a time, and only while the new key exists: it
 * may have been revoked meanwhile, which would leave no key.
 * @param onEnded called with a sentence on how the old key ends
 * @returns `status`: the result of the last try; `orphaned` if the new key no longer exists
 */
export function useEndOfOld(target: Key, onEnded: (sentence: string) => void) {
  const client = useQueryClient();
  const check = useMutation({ mutationFn: keyExists });
  const revoke = useRevokeKey();
  const update = useUpdateKey();
  const [status, setStatus] = useState<'untried' | 'failed' | 'orphaned'>('untried');
  const isPending = check.isPending || revoke.isPending || update.isPending;
  const onError = () => setStatus('failed');
  const endNow = ({ overlap, day }: WantedEnd) => {
    const which = endOfOld(overlap, day, target.expiresAt, now());
    const named = `The old key, ending in ${target.last6Chars},`;
    if (which.do === 'revoke') {
      return revoke.mutate(target.id, { onError, onSuccess: () => onEnded(`${named} was revoked.`) });
    }
    const sentence = `${named} expires on ${formatUtc(which.at)}.`;
    if (which.do === 'nothing') return onEnded(sentence);
    update.mutate({ id: target.id, expiresAt: which.at }, { onError, onSuccess: () => onEnded(sentence) });
  };
  const end = (wanted: WantedEnd) => {
    if (isPending) return;
    const onSuccess = (exists: boolean) => {
      if (exists) return endNow(wanted);
      setStatus('orphaned');
      void client.invalidateQueries({ queryKey: KEYS });
    };
    check.mutate(wanted.newId, { onError, onSuccess });
  };
  return { end, status, isPending, failure: check.error ?? revoke.error ?? update.error };
}
