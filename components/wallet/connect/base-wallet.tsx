'use client';

import { useEffect, useState } from 'react';
import {
  createConfig,
  custom,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSignMessage,
  useSignTypedData,
  useSwitchChain,
  WagmiContext,
} from 'wagmi';
import { reconnect } from 'wagmi/actions';
import { base } from 'wagmi/chains';
import { now } from '@/lib/client/now';
import { SECOND_MS } from '@/lib/core/time';
import { encodePayment, type Rail } from '../payment-header';
import { newAuthorization, toTypedData } from './base-authorization';
import type { ConnectProps } from './connect-props';
import { ConnectedWallet } from './connected-wallet';
import { readSigningNotice } from './signing-notice';
import { WalletChoice } from './wallet-choice';

/** The page only asks wallets to sign: it needs no node, and its policy would refuse one. */
const nowhere = custom({ request: () => Promise.reject(new Error('This page does not ask nodes.')) });

/** The wallets that announce themselves in this browser (EIP-6963). */
const config = createConfig({ chains: [base], connectors: [], transports: { [base.id]: nowhere } });

/** How long the wallet of an earlier visit may take to connect again before another one can be chosen. */
const RESTORING_MS = SECOND_MS;

/** Wallets on Base: connects one and asks it to sign. Loaded when somebody wants to connect. */
export default function BaseWallet(props: ConnectProps) {
  const [isRestoring, setIsRestoring] = useState(config.state.status === 'disconnected');
  useEffect(() => {
    if (config.state.status !== 'disconnected') return;
    const settled = () => setIsRestoring(false);
    const deadline = setTimeout(settled, RESTORING_MS);
    void reconnect(config).finally(settled);
    return () => clearTimeout(deadline);
  }, []);
  return (
    // Not `WagmiProvider`: it connects anew each time it is rendered, and the form renders it with each typed character.
    <WagmiContext value={config}>
      <Wallet {...props} isRestoring={isRestoring} />
    </WagmiContext>
  );
}

function Wallet({ network, purpose, useLabel, isBusy, onUse, isRestoring }: ConnectProps & { isRestoring: boolean }) {
  const connection = useConnection();
  const connectors = useConnectors();
  const connect = useConnect();
  const disconnect = useDisconnect();
  const switchChain = useSwitchChain();
  const signTypedData = useSignTypedData();
  const signMessage = useSignMessage();
  const { address, connector, chainId } = connection;
  if (connection.status !== 'connected' || address === undefined) {
    return (
      <WalletChoice
        network={network}
        wallets={connectors.map(({ uid, name, icon }) => ({ id: uid, name, icon }))}
        connecting={connect.isPending ? (connectorOf(connect.variables?.connector) ?? null) : null}
        isRestoring={isRestoring}
        notice={connect.error ? readSigningNotice(connect.error, 'connect') : null}
        onChoose={(id) => {
          const chosen = connectors.find(({ uid }) => uid === id);
          if (chosen) connect.mutate({ connector: chosen });
        }}
      />
    );
  }
  const signPayment = async (rail: Rail, amountUsd: number) => {
    // Wallets refuse data for another chain than the one they are on.
    if (chainId !== base.id) await switchChain.mutateAsync({ chainId: base.id });
    const authorization = newAuthorization(rail, address, amountUsd, Math.floor(now() / SECOND_MS));
    const typed = toTypedData(authorization, rail.asset);
    const signature = await signTypedData.mutateAsync({ account: address, ...typed });
    return encodePayment(rail, amountUsd, { signature, authorization });
  };
  const name = connector?.name ?? 'Wallet';
  const signText = (message: string) => signMessage.mutateAsync({ account: address, message });
  return (
    <ConnectedWallet
      network={network}
      purpose={purpose}
      name={name}
      icon={connector?.icon}
      address={address}
      useLabel={useLabel}
      isBusy={isBusy}
      onUse={() => onUse({ name, address, signPayment, signMessage: signText })}
      onChange={() => disconnect.mutate({})}
    />
  );
}

/** A connector is an object with a `uid`, or a function that makes one. */
function connectorOf(connector: object | undefined): string | undefined {
  return connector && 'uid' in connector ? String(connector.uid) : undefined;
}
