'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import type { Network } from '@/lib/core/wallet';
import { shortAddress } from './networks';

/** An address with its two ends, to copy, and in full on demand. @param what whose it is, e.g. `receiver` */
export function AddressText({ network, address, what }: { network: Network; address: string; what: string }) {
  const [isFull, setFull] = useState(false);
  return (
    <span className="flex min-w-0 flex-wrap items-center justify-end gap-x-1">
      <span title={isFull ? undefined : address} className="min-w-0 font-mono text-sm wrap-anywhere">
        {isFull ? address : shortAddress(network, address)}
      </span>
      <span className="flex items-center">
        <Button kind="plain" size="small" onClick={() => setFull(!isFull)} className="px-2 text-muted">
          {isFull ? 'Shorten' : 'Show full'}
          <span className="sr-only"> address of the {what}</span>
        </Button>
        <CopyButton text={address} label={`Copy address of the ${what}`} className="-mr-2" />
      </span>
    </span>
  );
}
