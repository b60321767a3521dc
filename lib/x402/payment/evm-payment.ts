import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BASE, isSameHex, USDC } from '../../core/wallet';
import { checkAmount } from './payment-amount';
import type { SentPayment } from './payment-header';
import { paymentProblem } from './payment-problem';
import type { Rail } from '../rails';

/** A signed transfer of USDC that anyone may submit (EIP-3009). Hexadecimal digits are lowercase. */
export type EvmPayload = {
  signature: `0x${string}`;
  authorization: {
    from: `0x${string}`;
    to: `0x${string}`;
    /** Decimal digits, like the two times, which are seconds since 1970. */
    value: string;
    validAfter: string;
    validBefore: string;
    nonce: `0x${string}`;
  };
};

/** A payment on Base. */
export type EvmPayment = {
  network: typeof BASE;
  /** The payer and the nonce of the authorization, which the token accepts once. */
  key: string;
  /** SHA-256 of what was signed with its signature, hexadecimal. */
  fingerprint: string;
  payer: string;
  amountMicro: bigint;
  /** From this time on, seconds since 1970, the token refuses it. */
  expiresAt: bigint;
  payload: EvmPayload;
};

const ADDRESS = /^0x[0-9a-f]{40}$/;
const NONCE = /^0x[0-9a-f]{64}$/;
const SIGNATURE = /^0x([0-9a-f]{2})+$/;
const NOBODY = /^0x0{40}$/;
/** At most 2^256 - 1 has 78 digits. */
const UINT256 = /^\d{1,78}$/;

const text = z.string();
const hex = z.string().toLowerCase();
const Payload = z.object({
  signature: hex,
  authorization: z.object({ from: hex, to: hex, value: text, validAfter: text, validBefore: text, nonce: hex }),
});

/**
 * Checks a payment on Base against our own receiver and token. Nothing about its signature is known afterwards.
 * @throws PaymentProblem in the order of `PAYMENT_PROBLEMS`
 */
export function readEvmPayment({ accepted, payload }: SentPayment, { payTo }: Rail): EvmPayment {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path.join('.') ?? '';
    throw paymentProblem(
      'INVALID_PAYMENT_FORMAT',
      `The payment header needs a valid payload.${name} (${name === 'authorization' ? 'an object' : 'a string'}).`,
    );
  }
  const { signature, authorization } = parsed.data;
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  if (accepted?.asset !== undefined && !isSameHex(accepted.asset, USDC[BASE])) {
    throw paymentProblem('UNSUPPORTED_TOKEN', `The asset must be USDC: ${USDC[BASE]}.`);
  }
  if (!isSameHex(to, payTo) || (accepted?.payTo !== undefined && !isSameHex(accepted.payTo, payTo))) {
    throw paymentProblem('INVALID_PAYMENT_RECIPIENT', `The payment must be to ${payTo}.`);
  }
  if (!ADDRESS.test(from) || NOBODY.test(from) || isSameHex(from, payTo)) {
    throw paymentProblem('INVALID_PAYMENT_PAYER', 'The payer (from) must be the address of your wallet.');
  }
  const amountMicro = checkAmount(value, accepted?.amount);
  if (!SIGNATURE.test(signature)) throw invalid('signature', 'hexadecimal, beginning with 0x');
  if (!NONCE.test(nonce)) throw invalid('nonce', '0x and 64 hexadecimal digits');
  if (!UINT256.test(validAfter)) throw invalid('validAfter', 'seconds since 1970, as decimal digits');
  if (!UINT256.test(validBefore)) throw invalid('validBefore', 'seconds since 1970, as decimal digits');
  return {
    network: BASE,
    key: keyOf(from, nonce),
    fingerprint: fingerprintOf(parsed.data),
    payer: from,
    amountMicro,
    expiresAt: BigInt(validBefore),
    payload: {
      signature: signature as `0x${string}`,
      authorization: {
        ...{ from: from as `0x${string}`, to: to as `0x${string}`, nonce: nonce as `0x${string}` },
        ...{ value: String(amountMicro), validAfter, validBefore },
      },
    },
  };
}

/** The key and the fingerprint of a payment on Base, null if it has none. Nothing else is checked. */
export function identifyEvmPayment(payload: unknown): Pick<EvmPayment, 'key' | 'fingerprint'> | null {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) return null;
  const { from, nonce } = parsed.data.authorization;
  if (!ADDRESS.test(from) || !NONCE.test(nonce)) return null;
  return { key: keyOf(from, nonce), fingerprint: fingerprintOf(parsed.data) };
}

const keyOf = (from: string, nonce: string) => `${from} ${nonce}`;

function fingerprintOf({ signature, authorization }: z.output<typeof Payload>): string {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const signed = JSON.stringify([signature, from, to, value, validAfter, validBefore, nonce]);
  return createHash('sha256').update(signed).digest('hex');
}

const invalid = (name: string, form: string) =>
  paymentProblem('INVALID_PAYMENT', `The ${name} of the payment must be ${form}.`);
