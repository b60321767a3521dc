'use client';

import { useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Skeleton } from '@/components/ui/show/skeleton';
import { apiFetch } from '@/lib/client/api';
import { BASE, type Network, SOLANA } from '@/lib/core/wallet';
import type { PageMessage } from '@/lib/x402/contract';
import { toBase64 } from '../base64';
import type { UsableWallet } from '../connect/connect-props';
import { NetworkChoice } from '../connect/network-choice';
import { readSigningNotice } from '../connect/signing-notice';
import { BaseWallet, SolanaWallet } from '../connect/wallets-later';
import { NoticeLine } from '../pay/notice-line';
import type { Notice } from '../pay/payment-state';
import { useTestWallet } from '../test-wallet/use-test-wallet';

/**
 * Connects a wallet and has it sign a message of the server.
 * @param messagePath the route that makes the message for an address
 * @param onSigned gets the signed message, as in the header `SIGN-IN-WITH-X`; what it throws is shown
 */
export default function SignWithWallet({
  accountId,
  networks,
  messagePath,
  purpose,
  useLabel,
  onSigned,
}: {
  accountId: string | null;
  networks: readonly [Network, ...Network[]];
  messagePath: string;
  purpose: string;
  useLabel: string;
  onSigned: (signIn: string) => Promise<void>;
}) {
  useTestWallet(accountId);
  const [network, setNetwork] = useState<Network>(networks[0]);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [isBusy, setBusy] = useState(false);
  const sign = async (wallet: UsableWallet) => {
    setNotice(null);
    setBusy(true);
    try {
      await onSigned(await signMessageOf(messagePath, network, wallet));
    } catch (thrown) {
      setNotice(readSigningNotice(thrown, 'sign'));
      setBusy(false);
    }
  };
  const Wallet = network === BASE ? BaseWallet : SolanaWallet;
  return (
    <div className="flex flex-col gap-5">
      {networks.length > 1 ? <NetworkChoice networks={networks} value={network} onChange={setNetwork} /> : null}
      <NoticeLine notice={notice} otherwise={isBusy ? 'Confirm in the wallet' : ''} />
      <ChunkBoundary resetKey={network} fallback={<Skeleton className="h-24 w-full" />}>
        <Wallet
          key={network}
          network={network}
          purpose={purpose}
          useLabel={isBusy ? 'Confirm in the wallet…' : useLabel}
          isBusy={isBusy}
          onUse={(wallet) => void sign(wallet)}
        />
      </ChunkBoundary>
    </div>
  );
}

async function signMessageOf(path: string, network: Network, { address, signMessage }: UsableWallet): Promise<string> {
  const body = { address, host: window.location.host };
  const { message } = await apiFetch<PageMessage>(path, { method: 'POST', body });
  const type = network === SOLANA ? 'ed25519' : 'eip191';
  const signed = { address, message, signature: await signMessage(message), chainId: network, type };
  return toBase64(new TextEncoder().encode(JSON.stringify(signed)));
}
