'use client';

import { WalletReadyState } from '@solana/wallet-adapter-base';
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { VersionedTransaction } from '@solana/web3.js';
import { useState } from 'react';
import { apiFetch } from '@/lib/client/api';
import { fromBase64, toBase64 } from '../base64';
import { encodePayment, type Rail } from '../payment-header';
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
  network,
  purpose,
  useLabel,
  isBusy,
  onUse,
  notice,
  onStart,
}: ConnectProps & { notice: Notice | null; onStart: () => void }) {
  const { wallets, wallet, publicKey, connecting, select, disconnect, signTransaction, signMessage } = useWallet();
  if (!wallet || !publicKey) {
    return (
      <WalletChoice
        network={network}
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
  const address = publicKey.toBase58();
  const signPayment = async (rail: Rail, amountUsd: number) => {
    if (!signTransaction) throw new Error('It cannot sign transactions. Choose another wallet.');
    const body = { payer: address, amountUsd };
    const { transaction } = await apiFetch<{ transaction: string }>('/api/console/wallet/solana-transaction', {
      method: 'POST',
      body,
    });
    const signed = await signTransaction(VersionedTransaction.deserialize(fromBase64(transaction)));
    return encodePayment(rail, amountUsd, { transaction: toBase64(signed.serialize()) });
  };
  const signText = async (text: string) => {
    if (!signMessage) throw new Error('It cannot sign messages. Choose another wallet.');
    return toBase64(await signMessage(new TextEncoder().encode(text)));
  };
  const { name, icon } = wallet.adapter;
  return (
    <ConnectedWallet
      network={network}
      purpose={purpose}
      name={name}
      icon={icon}
      address={address}
      useLabel={useLabel}
      isBusy={isBusy}
      onUse={() => onUse({ name, address, signPayment, signMessage: signText })}
      onChange={() => void disconnect()}
    />
  );
}
