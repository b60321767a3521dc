import { base58 } from '@scure/base';
import { BASE, NETWORKS, type Network, SOLANA, USDC, USDC_DOMAIN } from '../core/wallet';
import { settings } from '../platform/env';
import { processState } from '../platform/process-state';
import { MAX_TIMEOUT_SECONDS, MICRO_PER_USD } from './constants';

/** A network on which payments are received, and by whom. */
export type Rail = {
  network: Network;
  payTo: string;
  /** Who pays the fees of a Solana transaction and is its first signer; null on Base. */
  feePayer: string | null;
};

/** One way to pay, as x402 writes it (docs/api-rules.md, "Top-up"). */
export type PaymentRequirements = {
  scheme: 'exact';
  network: Network;
  /** Millionths of a USDC. */
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string } | { feePayer: string };
};

/** A Solana key pair: 32 bytes of the private key, then the public key. */
const PRIVATE_BYTES = 32;

/** The networks that are configured and can be paid on now. */
export function rails(): Rail[] {
  const { payTo } = settings().wallets;
  return NETWORKS.flatMap((network): Rail[] => {
    const receiver = payTo[network];
    if (receiver === undefined) return [];
    if (network === BASE) return [{ network, payTo: receiver, feePayer: null }];
    const feePayer = ownFeePayer() ?? remoteFeePayer().address;
    return feePayer === null ? [] : [{ network, payTo: receiver, feePayer }];
  });
}

/** The ways to pay an amount. @param usd a whole number of cents at most */
export function requirementsFor(usd: number): PaymentRequirements[] {
  return rails().map((rail) => requirementsOn(rail, BigInt(Math.round(usd * MICRO_PER_USD))));
}

/** How an amount is paid on one network. */
export function requirementsOn({ network, payTo, feePayer }: Rail, amountMicro: bigint): PaymentRequirements {
  return {
    scheme: 'exact',
    network,
    amount: String(amountMicro),
    asset: USDC[network],
    payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: feePayer === null ? USDC_DOMAIN : { feePayer },
  };
}

/** The address that pays fees on Solana in this process; null if a facilitator does. */
export function ownFeePayer(): string | null {
  const key = settings().wallets.signerKey[SOLANA];
  return key === undefined ? null : addressOfKeyPair(key);
}

/** The address of a key pair on Solana, 64 bytes in base58. */
export function addressOfKeyPair(key: string): string {
  return base58.encode(base58.decode(key).slice(PRIVATE_BYTES));
}

/** The fee payer of the facilitator that is used; null until it has named one. */
export function remoteFeePayer(): { address: string | null } {
  return processState('x402.fee-payer', () => ({ address: null }));
}
