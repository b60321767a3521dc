'use client';

import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { formatMoney } from '@/components/ui/show/money-text';
import type { Network } from '@/lib/core/wallet';
import { Outcome, Section } from '../section';
import { useLinkedWallets } from '@/components/wallet/use-linked-wallets';
import { WalletRow } from './wallet-row';

const [LinkDialog, preloadLinkDialog] = lazyWithPreload(() => import('./link-dialog'));

/** The wallets that sign in to the account; nothing where no wallet can be linked and none is. */
export function LinkedWallets({ accountId }: { accountId: string }) {
  const wallets = useLinkedWallets();
  const [isLinking, setLinking] = useState(false);
  const [said, setSaid] = useState('');
  if (wallets.isPending) return null;
  const { networks = [], wallets: linked = [] } = wallets.data ?? {};
  if (wallets.data && linked.length === 0 && networks.length === 0) return null;
  return (
    <Section
      title="Wallets"
      sentence="Sign in to this account with a wallet, in the browser or by API. A linked wallet spends this account’s credit, and the USDC that it pays is added here."
    >
      {wallets.isError && !wallets.data ? (
        <FailureNotice
          failure={wallets.error}
          what="The wallets could not be loaded."
          onRetry={() => void wallets.refetch()}
        />
      ) : null}
      {linked.length > 0 ? (
        <ul className="divide-y divide-line rounded-panel border border-line bg-surface">
          {linked.map((wallet) => (
            <WalletRow key={wallet.address} wallet={wallet} />
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap items-center gap-4">
        {isAny(networks) ? (
          <Button
            onPointerEnter={() => void preloadLinkDialog()}
            onClick={() => {
              setSaid('');
              setLinking(true);
            }}
          >
            <Wallet aria-hidden />
            Link a wallet
          </Button>
        ) : null}
        <Outcome>{said}</Outcome>
      </div>
      {isLinking && isAny(networks) ? (
        <ChunkBoundary onLoadError={() => setLinking(false)}>
          <LinkDialog
            accountId={accountId}
            networks={networks}
            onLinked={(movedUsd) => {
              setSaid(movedUsd > 0 ? `Wallet linked. ${formatMoney(movedUsd)} of credit was added.` : 'Wallet linked.');
              setLinking(false);
            }}
            onClose={() => setLinking(false)}
          />
        </ChunkBoundary>
      ) : null}
    </Section>
  );
}

const isAny = (networks: Network[]): networks is [Network, ...Network[]] => networks.length > 0;
