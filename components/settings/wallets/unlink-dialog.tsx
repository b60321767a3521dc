'use client';

import { goTo } from '@/components/account/enter';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { useLatch } from '@/components/ui/form/use-latch';
import { Dialog } from '@/components/ui/overlay/dialog';
import { useUnlinkWallet } from '@/components/wallet/use-linked-wallets';

/** Says what unlinking does, and does it. Mounted while open. @param shown the address, shortened */
export function UnlinkDialog({ address, shown, onClose }: { address: string; shown: string; onClose: () => void }) {
  const unlink = useUnlinkWallet();
  const busy = unlink.isPending || unlink.isSuccess;
  const begin = useLatch(busy);
  const submit = () => {
    if (begin()) unlink.mutate(address, { onSuccess: () => goTo('/sign-in?ended=1') });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Unlink ${shown}?`}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" busy={busy} onClick={submit}>
            {busy ? 'Unlinking' : 'Unlink and sign out'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {unlink.error ? <FailureNotice failure={unlink.error} /> : null}
        <p>
          The wallet can no longer sign in to this account or spend its credit. Credit that it paid stays here. Every
          browser is signed out, including this one, because the wallet may have signed in to some. API keys keep
          working.
        </p>
      </div>
    </Dialog>
  );
}
