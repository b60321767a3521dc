'use client';

import { WalletReadyState } from '@solana/wallet-adapter-base';
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { VersionedTransaction } from '@solana/web3.js';
import { useState } from 'react';
import { apiFetch } from '@/lib/client/api';
import { fromBase64, toBase64 } from '../base64';
import { encodePayment } from '../payment-header';
import type { Notice } from '../pay/payment-state';
import type { ConnectProps } from './connect-props';
import { ConnectedWallet } from './connected-wallet';
import { readSigningNotice } from './signing-notice';
import { WalletChoice } from './wallet-choice';

/** The localStorage key of the wallet that was connected last. */
const LAST_WALLET = 'farebox-solana-wallet';

/** The wallets that register themselves in this browser (Wallet Standard): none are bundled. */
const BUNDLED: [] = [];

/** Wallets on Solana: connects one and asks it to sign. Loaded when somebody wants to connect. */
export default function SolanaWallet(props: ConnectProps) {
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <WalletProvider
      wallets={BUNDLED}
      autoConnect
      localStorageKey={LAST_WALLET}
      onError={(error) => setNotice(readSigningNotice(error, 'connect'))}
    >
      <Wallet {...props} notice={notice} onStart={() => setNotice(null)} />
    </WalletProvider>
  );
}

function Wallet({
  rail,
  payLabel,
  onPay,
  notice,
  onStart,
}: ConnectProps & { notice: Notice | null; onStart: () => void }) {
  const { wallets, wallet, publicKey, connecting, select, disconnect, signTransaction } = useWallet();
  if (!wallet || !publicKey) {
    return (
      <WalletChoice
        network={rail.network}
        wallets={wallets
          .filter(({ readyState }) => readyState === WalletReadyState.Installed)
          .map(({ adapter: { name, icon } }) => ({ id: name, name, icon }))}
        connecting={connecting ? (wallet?.adapter.name ?? null) : null}
        isRestoring={false}
        notice={notice}
        onChoose={(id) => {
          onStart();
          const chosen = wallets.find(({ adapter }) => adapter.name === id);
          if (chosen) select(chosen.adapter.name);
        }}
      />
    );
  }
  const payer = publicKey.toBase58();
  const sign = async (amountUsd: number) => {
    if (!signTransaction) throw new Error('It cannot sign transactions. Choose another wallet.');
    const body = { payer, amountUsd };
    const { transaction } = await apiFetch<{ transaction: string }>('/api/console/wallet/solana-transaction', {
      method: 'POST',
      body,
    });
    const signed = await signTransaction(VersionedTransaction.deserialize(fromBase64(transaction)));
    return { payer, payment: encodePayment(rail, amountUsd, { transaction: toBase64(signed.serialize()) }) };
  };
  const { name, icon } = wallet.adapter;
  return (
    <ConnectedWallet
      network={rail.network}
      name={name}
      icon={icon}
      address={payer}
      payLabel={payLabel}
      onPay={() => onPay(name, sign)}
      onChange={() => void disconnect()}
    />
  );
}
