import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import type { Key } from '@/lib/keys/contract';

/**
 * Shown when the second step failed: the current state, and another try. @param isPast the chosen expiry date has
 * passed
 */
export function EndingDialog({
  target,
  old,
  isPast,
  onRetry,
  onKeep,
  onClose,
}: {
  target: Key;
  old: { isPending: boolean; failure: Error | null };
  isPast: boolean;
  onRetry: () => void;
  onKeep: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !old.isPending) onClose();
      }}
      title="The old key was not revoked"
      description={`Both keys work: the new one, and the old one ending in ${target.last6Chars}.${isPast ? ' The date you chose has passed, so the old one will be revoked immediately.' : ''}`}
      footer={
        <>
          <Button kind="plain" onClick={onKeep}>
            Keep both
          </Button>
          <Button kind="primary" busy={old.isPending} onClick={onRetry}>
            {old.isPending ? 'Revoking the old key' : isPast ? 'Revoke the old key now' : 'Retry'}
          </Button>
        </>
      }
    >
      {old.failure ? <FailureNotice failure={old.failure} /> : null}
    </Dialog>
  );
}

/** Shown when the new key was revoked before the old one: the old one stays, or no key would be left. */
export function OrphanedDialog({ target, onClose }: { target: Key; onClose: (sentence: string) => void }) {
  const sentence = `The old key, ending in ${target.last6Chars}, still works as before.`;
  const close = () => onClose(sentence);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title="The new key no longer exists"
      description={`It was revoked in the meantime. ${sentence}`}
      footer={
        <Button kind="primary" onClick={close}>
          Close
        </Button>
      }
    />
  );
}
