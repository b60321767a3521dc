'use client';

import type { Key } from '@/lib/keys/contract';
import type { KeyVerbs } from '../table/key-actions';
import { KEPT_BOTH, type UnfinishedRotation, unfinishedOf } from './unfinished';
import { UnfinishedNotice } from './unfinished-notice';
import type { Rotations } from './use-rotations';

/**
 * The interrupted rotations, each with ways to finish it.
 * @param keys the list; undefined until loaded
 * @param atWork the ID of the key whose rotation dialog is open
 * @param refetch reloads the list: both keys must exist before one of them is revoked
 * @param onDone called with a sentence on what happened
 */
export function UnfinishedNotices({
  keys = [],
  rotations,
  atWork,
  verbs,
  refetch,
  onDone,
}: {
  keys: Key[] | undefined;
  rotations: Rotations;
  atWork: string | null;
  verbs: Pick<KeyVerbs, 'onEdit' | 'onRevoke'>;
  refetch: () => Promise<{ data?: Key[] }>;
  onDone: (sentence: string) => void;
}) {
  const afterRefetch =
    ({ successor }: UnfinishedRotation, act: (key: Key) => void) =>
    async (key: Key) => {
      const { data = [] } = await refetch();
      const isUnfinished = unfinishedOf(rotations.begun, data).some((one) => one.successor.id === successor.id);
      if (isUnfinished) act(key);
      else onDone('The rotation has already finished.');
    };
  return unfinishedOf(rotations.begun, keys)
    .filter(({ old }) => old.id !== atWork)
    .map((rotation) => {
      const onRevoke = afterRefetch(rotation, verbs.onRevoke);
      const onEdit = afterRefetch(rotation, verbs.onEdit);
      return (
        <UnfinishedNotice
          key={rotation.successor.id}
          rotation={rotation}
          onEdit={(key) => void onEdit(key)}
          onRevoke={(key) => void onRevoke(key)}
          onKeep={() => {
            rotations.end(rotation.successor.id);
            onDone(KEPT_BOTH);
          }}
        />
      );
    });
}
