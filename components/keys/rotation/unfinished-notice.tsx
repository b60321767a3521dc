import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { WarnNote } from '@/components/ui/show/warn-note';
import type { Key } from '@/lib/keys/contract';
import { nameOf } from '../name-of';
import type { UnfinishedRotation } from './unfinished';

/** Says that the old key of a rotation still works, and how to end that. @param onKeep keeps both keys as they are */
export function UnfinishedNotice({
  rotation: { old, successor },
  onEdit,
  onRevoke,
  onKeep,
}: {
  rotation: UnfinishedRotation;
  onEdit: (key: Key) => void;
  onRevoke: (key: Key) => void;
  onKeep: () => void;
}) {
  const titleId = useId();
  const ofThis = { size: 'small', 'aria-describedby': titleId } as const;
  return (
    <WarnNote titleId={titleId} title={<>The rotation of “{nameOf(old)}” is not finished</>}>
      <p className="mt-1 max-w-measure text-muted">
        Both keys work: the old one, ending in <span className="figure-text">{old.last6Chars}</span>, and the new one,
        ending in <span className="figure-text">{successor.last6Chars}</span>. Revoke the old one once your programs use
        the new one. If you did not save the new secret, revoke the new key and rotate again.
      </p>
      <div className="mt-3 flex flex-wrap gap-x-3 gap-y-2">
        <Button {...ofThis} onClick={() => onEdit(old)}>
          Let the old key expire
        </Button>
        <Button {...ofThis} onClick={() => onRevoke(old)}>
          Revoke the old key
        </Button>
        <Button {...ofThis} onClick={() => onRevoke(successor)}>
          Revoke the new key
        </Button>
        <Button {...ofThis} kind="plain" onClick={onKeep}>
          Keep both
        </Button>
      </div>
    </WarnNote>
  );
}
