import { BASE, type Network, USDC_DOMAIN } from '@/lib/core/wallet';
import { MAX_TIMEOUT_SECONDS, X402_VERSION } from '@/lib/x402/constants';
import { microOf } from './amount';

/** A network on which this service is paid: the token, who receives it, and who pays the fees on Solana. */
export type Rail = { network: Network; asset: string; payTo: string; feePayer: string | null };

/** A signed payment as the header `PAYMENT-SIGNATURE` carries it: base64 of JSON. */
export function encodePayment({ network, asset, payTo, feePayer }: Rail, amountUsd: number, payload: object): string {
  const accepted = {
    scheme: 'exact',
    network,
    amount: microOf(amountUsd),
    asset,
    payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: network === BASE ? USDC_DOMAIN : { feePayer },
  };
  // Everything in it is ASCII.
  return btoa(JSON.stringify({ x402Version: X402_VERSION, accepted, payload }));
}
