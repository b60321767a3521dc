'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { focusFirstError } from '@/components/ui/form/use-form';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { formatMoney } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import { BASE, type Network } from '@/lib/core/wallet';
import { SUGGESTED_TOP_UP_USD } from '@/lib/x402/constants';
import type { ConsoleWallet } from '@/lib/x402/contract';
import { readAmount } from '../amount';
import { NETWORK_TEXTS } from '../networks';
import type { UsableWallet } from '../connect/connect-props';
import { BaseWallet, SolanaWallet } from '../connect/wallets-later';
import type { Rail } from '../payment-header';
import { AmountFields } from './amount-fields';
import { NetworkChoice } from '../connect/network-choice';
import { Quote } from './quote';
import type { SignRequest } from './use-payment';

/** Chooses the amount and the network, shows the quote, connects a wallet, and asks it to sign. */
export function QuoteForm({
  rails,
  lastModel,
  onSign,
}: {
  rails: readonly [Rail, ...Rail[]];
  lastModel: ConsoleWallet['lastModel'];
  onSign: (request: SignRequest) => void;
}) {
  const formRef = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(String(SUGGESTED_TOP_UP_USD));
  const [isChecked, setChecked] = useState(false);
  const [network, setNetwork] = useState<Network>(rails[0].network);
  const [isConnecting, setConnecting] = useState(false);
  const rail = rails.find((known) => known.network === network) ?? rails[0];
  const amount = readAmount(typed);
  const pay = ({ name: wallet, address: payer, signPayment }: UsableWallet) => {
    setChecked(true);
    const sign = async (amountUsd: number) => ({ payer, payment: await signPayment(rail, amountUsd) });
    if (amount.usd !== null) onSign({ wallet, network: rail.network, amountUsd: amount.usd, sign });
    else if (formRef.current) focusFirstError(formRef.current);
  };
  const Wallet = rail.network === BASE ? BaseWallet : SolanaWallet;
  return (
    <form ref={formRef} noValidate onSubmit={(event) => event.preventDefault()} className="flex flex-col gap-5">
      <AmountFields
        value={typed}
        error={isChecked ? amount.error : null}
        onChange={(next) => {
          setTyped(next);
          setChecked(false);
        }}
        onLeave={() => setChecked(typed.trim() !== '')}
      />
      {rails.length > 1 ? (
        <NetworkChoice
          networks={rails.map((known) => known.network)}
          help="Choose the one on which your wallet has USDC. USDC on any other network cannot be used."
          value={rail.network}
          onChange={setNetwork}
        />
      ) : null}
      <Quote rail={rail} amountUsd={amount.usd} lastModel={lastModel} />
      {isConnecting ? (
        <ChunkBoundary
          resetKey={rail.network}
          fallback={<Skeleton className="h-24 w-full" />}
          onLoadError={() => setConnecting(false)}
        >
          <Wallet
            key={rail.network}
            network={rail.network}
            purpose="Paying with"
            useLabel={amount.usd === null ? 'Sign and pay' : `Sign and pay ${formatMoney(amount.usd)}`}
            onUse={pay}
          />
        </ChunkBoundary>
      ) : (
        <div className="flex flex-col gap-2">
          <Button kind="primary" size="large" onClick={() => setConnecting(true)}>
            Connect a wallet
          </Button>
          <p className="text-sm text-muted">
            You choose a wallet on {NETWORK_TEXTS[rail.network].name} next. Nothing is paid until you confirm the
            payment in it.
          </p>
        </div>
      )}
    </form>
  );
}
