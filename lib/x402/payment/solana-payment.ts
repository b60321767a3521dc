import { z } from 'zod';
import { SOLANA, USDC, USDC_DECIMALS } from '../../core/wallet';
import { checkAmount } from './payment-amount';
import type { SentPayment } from './payment-header';
import { paymentProblem } from './payment-problem';
import type { Rail } from '../rails';
import {
  COMPUTE_BUDGET_PROGRAM,
  decodeTransaction,
  SET_COMPUTE_UNIT_LIMIT,
  type SolanaTransaction,
  TOKEN_PROGRAM,
  TRANSFER_CHECKED,
  usdcAccountOf,
} from './solana-transaction';

/** A transaction that the payer has signed, and the payer of its fees not yet. */
export type SolanaPayload = {
  /** In base64, with its signatures. */
  transaction: string;
};

/** A payment on Solana. */
export type SolanaPayment = {
  network: typeof SOLANA;
  /** The SHA-256 of the transaction's message, hexadecimal: the network executes each message once. */
  key: string;
  /** The SHA-256 of the transaction with its signatures, hexadecimal. */
  fingerprint: string;
  /** Who transfers, base58. */
  payer: string;
  amountMicro: bigint;
  /** The last block height at which it can be executed; 0 until `expiryOf` (chain/head.ts) has asked for it. */
  expiresAt: bigint;
  payload: SolanaPayload;
};

/** The first byte of a transfer's data, then the amount as a u64, and the decimals. */
const TRANSFER_BYTES = 10;
/** Before the transfer, two instructions set the limit and the price of the computation. */
const TRANSFER_INDEX = 2;

const Payload = z.object({ transaction: z.string() });

/**
 * Checks a payment on Solana against our own receiver, token, and payer of fees. Its signatures and its further
 * instructions are not checked.
 * @throws PaymentProblem in the order of `PAYMENT_PROBLEMS`, INVALID_PAYMENT also for what cannot be read at all
 */
export async function readSolanaPayment({ accepted, payload }: SentPayment, rail: Rail): Promise<SolanaPayment> {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success)
    throw paymentProblem(
      'INVALID_PAYMENT_FORMAT',
      'The payment header needs a valid payload.transaction (a string, base64).',
    );
  const decoded = await decodeTransaction(parsed.data.transaction);
  const transfer = decoded && transferOf(decoded);
  if (decoded === null || transfer === null) {
    const message = 'The transaction must set a compute limit and price, then transfer (TransferChecked).';
    throw paymentProblem('INVALID_PAYMENT', message);
  }
  if (transfer.mint !== USDC[SOLANA] || (accepted?.asset !== undefined && accepted.asset !== USDC[SOLANA])) {
    throw paymentProblem('UNSUPPORTED_TOKEN', `The asset must be USDC: ${USDC[SOLANA]}.`);
  }
  const isToUs = transfer.destination === (await usdcAccountOf(rail.payTo));
  if (!isToUs || (accepted?.payTo !== undefined && accepted.payTo !== rail.payTo)) {
    throw paymentProblem('INVALID_PAYMENT_RECIPIENT', `The payment must be to the USDC account of ${rail.payTo}.`);
  }
  const { payer } = transfer;
  if (!transfer.isSigner || payer === rail.feePayer || payer === rail.payTo) {
    throw paymentProblem('INVALID_PAYMENT_PAYER', 'The transfer must be signed by your wallet alone.');
  }
  const amountMicro = checkAmount(String(transfer.amount), accepted?.amount);
  if (transfer.decimals !== USDC_DECIMALS) {
    throw paymentProblem('INVALID_PAYMENT', `The transfer must have ${USDC_DECIMALS} decimals.`);
  }
  if (decoded.message.staticAccounts[0] !== rail.feePayer) {
    throw paymentProblem('INVALID_PAYMENT', `The payer of the fees must be ${rail.feePayer}.`);
  }
  const { transaction } = parsed.data;
  const { key, fingerprint } = decoded;
  return { network: SOLANA, key, fingerprint, payer, amountMicro, expiresAt: 0n, payload: { transaction } };
}

/** The key and the fingerprint of a payment on Solana, null if it has none. Nothing else is checked. */
export async function identifySolanaPayment(
  payload: unknown,
): Promise<Pick<SolanaPayment, 'key' | 'fingerprint'> | null> {
  const parsed = Payload.safeParse(payload);
  return parsed.success ? decodeTransaction(parsed.data.transaction) : null;
}

type Transfer = {
  mint: string;
  destination: string;
  payer: string;
  isSigner: boolean;
  amount: bigint;
  decimals: number;
};

/**
 * The transfer in a transaction of the layout that x402 prescribes; null in any other. Because its first instruction
 * sets the compute limit, it does not use up a nonce account, and so it expires with its blockhash.
 */
function transferOf({ message }: SolanaTransaction): Transfer | null {
  const { staticAccounts: accounts, instructions, header } = message;
  if ('addressTableLookups' in message && (message.addressTableLookups?.length ?? 0) > 0) return null;
  const [limit] = instructions;
  const transfer = instructions[TRANSFER_INDEX];
  if (limit === undefined || accounts[limit.programAddressIndex] !== COMPUTE_BUDGET_PROGRAM) return null;
  if (limit.data?.[0] !== SET_COMPUTE_UNIT_LIMIT) return null;
  if (transfer === undefined || accounts[transfer.programAddressIndex] !== TOKEN_PROGRAM) return null;
  const { data, accountIndices = [] } = transfer;
  if (data?.length !== TRANSFER_BYTES || data[0] !== TRANSFER_CHECKED) return null;
  const [, mint, destination, authority] = accountIndices.map((index) => accounts[index]);
  const [, , , authorityIndex = accounts.length] = accountIndices;
  if (mint === undefined || destination === undefined || authority === undefined) return null;
  const bytes = new DataView(Uint8Array.from(data).buffer);
  return {
    ...{ mint, destination, payer: authority, isSigner: authorityIndex < header.numSignerAccounts },
    ...{ amount: bytes.getBigUint64(1, true), decimals: bytes.getUint8(TRANSFER_BYTES - 1) },
  };
}
