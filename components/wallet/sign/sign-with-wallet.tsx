'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Skeleton } from '@/components/ui/show/skeleton';
import { apiFetch } from '@/lib/client/api';
import { BASE, type Network, SOLANA } from '@/lib/core/wallet';
import type { PageMessage } from '@/lib/x402/contract';
import { toBase64 } from '../base64';
import type { UsableWallet } from '../connect/connect-props';
import { NetworkChoice } from '../connect/network-choice';
import { NO_PROMPT } from '../connect/no-prompt';
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
  const [step, setStep] = useState<'idle' | 'signing' | 'signed'>('idle');
  const isBusy = step !== 'idle';
  // A wallet may answer after the person has stopped waiting for it.
  const attempt = useRef(0);
  const sign = async (wallet: UsableWallet) => {
    attempt.current += 1;
    const own = attempt.current;
    setNotice(null);
    setStep('signing');
    try {
      const signed = await signMessageOf(messagePath, network, wallet);
      if (attempt.current !== own) return;
      setStep('signed');
      await onSigned(signed);
    } catch (thrown) {
      if (attempt.current !== own) return;
      setNotice(readSigningNotice(thrown, 'sign'));
      setStep('idle');
    }
  };
  const stop = () => {
    attempt.current += 1;
    setStep('idle');
  };
  const Wallet = network === BASE ? BaseWallet : SolanaWallet;
  return (
    <div className="flex flex-col gap-5">
      {networks.length > 1 ? (
        <NetworkChoice
          networks={networks}
          help="Choose the one that your wallet is for."
          value={network}
          onChange={setNetwork}
        />
      ) : null}
      <NoticeLine notice={notice} otherwise={SAID[step]} />
      <ChunkBoundary resetKey={network} fallback={<Skeleton className="h-24 w-full" />}>
        <Wallet
          key={network}
          network={network}
          purpose={purpose}
          useLabel={step === 'idle' ? useLabel : `${SAID[step]}…`}
          isBusy={isBusy}
          onUse={(wallet) => void sign(wallet)}
        />
      </ChunkBoundary>
      {step === 'signing' ? (
        <div className="flex flex-col items-start gap-3">
          <p className="text-sm text-muted">{NO_PROMPT}</p>
          <Button onClick={stop}>Stop waiting</Button>
        </div>
      ) : null}
    </div>
  );
}

const SAID = { idle: '', signing: 'Confirm in the wallet', signed: 'Checking the signature' } as const;

async function signMessageOf(path: string, network: Network, { address, signMessage }: UsableWallet): Promise<string> {
  const body = { address, host: window.location.host };
  const { message } = await apiFetch<PageMessage>(path, { method: 'POST', body });
  const type = network === SOLANA ? 'ed25519' : 'eip191';
  const signed = { address, message, signature: await signMessage(message), chainId: network, type };
  return toBase64(new TextEncoder().encode(JSON.stringify(signed)));
}
