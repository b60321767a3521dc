import { BASE, USDC_DOMAIN } from '@/lib/core/wallet';
import { randomHex } from '@/lib/core/ids';
import { MAX_TIMEOUT_SECONDS } from '@/lib/x402/constants';
import { microOf } from '../amount';
import type { Rail } from '../payment-header';

const NONCE_BYTES = 32;
const BASE_CHAIN_ID = Number(BASE.split(':')[1]);

type Hex = `0x${string}`;

/** What a wallet on Base signs: anyone may carry it out once, until it expires (EIP-3009). */
export type Authorization = {
  from: Hex;
  to: Hex;
  /** Millionths of a USDC. */
  value: string;
  validAfter: string;
  /** Unix seconds. */
  validBefore: string;
  nonce: Hex;
};

/** A new authorization to pay. */
export function newAuthorization(rail: Rail, from: Hex, amountUsd: number, nowSeconds: number): Authorization {
  return {
    from,
    to: rail.payTo as Hex,
    value: microOf(amountUsd),
    validAfter: '0',
    validBefore: String(nowSeconds + MAX_TIMEOUT_SECONDS),
    nonce: `0x${randomHex(NONCE_BYTES)}`,
  };
}

const TransferWithAuthorization = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;

/** The authorization as the wallet shows and signs it (EIP-712). */
export function toTypedData({ value, validAfter, validBefore, ...rest }: Authorization, asset: string) {
  return {
    domain: { ...USDC_DOMAIN, chainId: BASE_CHAIN_ID, verifyingContract: asset as Hex },
    types: { TransferWithAuthorization },
    primaryType: 'TransferWithAuthorization',
    message: {
      ...rest,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
    },
  } as const;
}
