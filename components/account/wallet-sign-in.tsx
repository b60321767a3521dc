'use client';

import { useId, useState } from 'react';
import { Wallet } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Skeleton } from '@/components/ui/show/skeleton';
import { preloadSignWithWallet, SignWithWallet } from '@/components/wallet/sign/sign-with-wallet-later';
import type { Network } from '@/lib/core/wallet';
import { useFocusIfLost } from '@/components/wallet/use-focus-if-lost';
import { goTo, startWalletSession } from './enter';

/**
 * Sign-in with a wallet, under the form: a button, and what it opens.
 * @param next where it leads, a path of this site
 */
export function WalletSignIn({ networks, next }: { networks: readonly [Network, ...Network[]]; next: string }) {
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  if (!isOpen) {
    return (
      <Button
        size="large"
        onPointerEnter={() => void preloadSignWithWallet()}
        onClick={() => setOpen(true)}
        className="w-full"
      >
        <Wallet aria-hidden />
        Continue with a wallet
      </Button>
    );
  }
  return (
    <section aria-labelledby={titleId} className="rounded-panel border border-line bg-surface p-4">
      <Title id={titleId} />
      <p className="mt-1 mb-4 text-sm text-muted">
        Your wallet signs a message to prove that it is yours. That costs nothing and moves no money. A wallet without
        an account gets a new one, if new accounts are accepted here.
      </p>
      <ChunkBoundary fallback={<Skeleton className="h-40 w-full" />} onLoadError={() => setOpen(false)}>
        <SignWithWallet
          accountId={null}
          networks={networks}
          messagePath="/api/console/wallet-sign-in"
          purpose="Signing in with"
          useLabel="Sign in with this wallet"
          onSigned={async (signIn) => {
            await startWalletSession(signIn);
            goTo(next);
          }}
        />
      </ChunkBoundary>
    </section>
  );
}

/** The button that opened the section is gone: the focus goes on from its title. */
function Title({ id }: { id: string }) {
  const ref = useFocusIfLost<HTMLHeadingElement>();
  return (
    <h2 id={id} ref={ref} tabIndex={-1} className="font-semibold outline-none">
      Sign in with a wallet
    </h2>
  );
}
