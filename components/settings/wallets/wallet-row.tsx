'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { NETWORK_TEXTS, shortAddress } from '@/components/wallet/networks';
import type { LinkedWallet } from '@/lib/profile/contract';
import { UnlinkDialog } from './unlink-dialog';

/** One wallet, and a button to unlink it. */
export function WalletRow({ wallet: { network, address, onlyWayIn } }: { wallet: LinkedWallet }) {
  const [isUnlinking, setUnlinking] = useState(false);
  const short = shortAddress(network, address);
  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="flex items-center gap-1 font-medium">
            <span title={address} className="font-mono text-sm">
              {short}
            </span>
            <CopyButton text={address} label={`Copy address ${short}`} />
          </h3>
          <p className="text-sm text-muted">
            {NETWORK_TEXTS[network].name}
            {onlyWayIn
              ? '. It is the only way to sign in to this account. To unlink it, set an email and a password first.'
              : ''}
          </p>
        </div>
        {onlyWayIn ? null : (
          <Button size="small" aria-label={`Unlink ${short}`} onClick={() => setUnlinking(true)}>
            Unlink
          </Button>
        )}
      </div>
      {isUnlinking ? <UnlinkDialog address={address} shown={short} onClose={() => setUnlinking(false)} /> : null}
    </li>
  );
}
