import { z } from 'zod';
import { NETWORKS, SOLANA_ADDRESS } from '../core/wallet';
import { MAX_TOP_UP_USD, MIN_TOP_UP_USD } from './constants';

/** An amount in USD, in whole cents. */
const amountUsd = <T extends z.ZodNumber | z.ZodCoercedNumber>(number: T) =>
  number.min(MIN_TOP_UP_USD).max(MAX_TOP_UP_USD).multipleOf(0.01);

/** The query of a top-up. */
export const TopUpQuery = z.object({
  amountUsd: amountUsd(z.coerce.number())
    .optional()
    .meta({ description: 'The amount that the ways to pay are made for, USD. A payment may have any other amount.' }),
});
export type TopUpQuery = z.output<typeof TopUpQuery>;

/** The answer to a payment: credited (200), or not shown by the network yet (202). */
export const TopUpAnswer = z.object({
  success: z.literal(true),
  data: z.union([
    z.object({
      walletAddress: z.string().meta({ description: 'Who paid; lower case on Base.' }),
      amountCredited: z.number().meta({ description: 'USD.' }),
      newBalance: z.number().meta({ description: 'The credit right after this payment, USD.' }),
      paymentId: z.uuid(),
    }),
    z.object({ status: z.literal('pending'), paymentId: z.uuid() }),
  ]),
});
export type TopUpAnswer = z.output<typeof TopUpAnswer>;

/** The credit of a wallet. */
export const WalletBalance = z.object({
  success: z.literal(true),
  data: z.object({
    walletAddress: z.string(),
    balanceUsd: z.number().meta({ description: 'What can be spent now, USD.' }),
    canConsume: z.boolean().meta({ description: 'Whether paid requests are admitted: from 0.10 USD, or with DIEM.' }),
    minimumTopUpUsd: z.number(),
    suggestedTopUpUsd: z.number(),
    diemBalanceUsd: z.number().optional().meta({ description: 'DIEM of the account that the wallet is linked to.' }),
  }),
});
export type WalletBalance = z.output<typeof WalletBalance>;

/** The query of a wallet's transactions. */
export const TransactionsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type TransactionsQuery = z.output<typeof TransactionsQuery>;

const Transaction = z.object({
  id: z.string(),
  amount: z.number().meta({ description: 'USD; a charge is negative.' }),
  balanceAfter: z.number().meta({ description: 'USD.' }),
  type: z.enum(['TOP_UP', 'CHARGE', 'REFUND']),
  createdAt: z.iso.datetime(),
  requestId: z.string().nullable(),
  modelId: z.string().nullable(),
});

/** A wallet's transactions, the newest first. */
export const WalletTransactions = z.object({
  success: z.literal(true),
  data: z.object({
    walletAddress: z.string(),
    currentBalance: z.number().meta({ description: 'USD.' }),
    transactions: z.array(Transaction),
    pagination: z.object({ limit: z.number(), offset: z.number(), hasMore: z.boolean() }),
  }),
});
export type WalletTransactions = z.output<typeof WalletTransactions>;

/** A payment as the wallet page shows it. */
export const ConsolePayment = z.object({
  id: z.uuid(),
  network: z.enum(NETWORKS),
  payer: z.string(),
  amountUsd: z.number(),
  state: z.enum(['pending', 'credited', 'failed']),
  transactionId: z.string().nullable(),
  /** Why it failed; null otherwise. */
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type ConsolePayment = z.output<typeof ConsolePayment>;

/** What the wallet page needs: where payments go, and the account's own. */
export const ConsoleWallet = z.object({
  /** Where USDC can be paid; empty while the operator has set no receiver. */
  networks: z.array(
    z.object({ network: z.enum(NETWORKS), asset: z.string(), payTo: z.string(), feePayer: z.string().nullable() }),
  ),
  /** What an answer of the model that the account used last has cost, on average; null before the first. */
  lastModel: z.object({ modelId: z.string(), averageUsd: z.number() }).nullable(),
  /** The newest fifty. */
  payments: z.array(ConsolePayment),
});
export type ConsoleWallet = z.output<typeof ConsoleWallet>;

/** A signed payment for the account of the session, base64 as in the header `PAYMENT-SIGNATURE`. */
export const PayBody = z.strictObject({ payment: z.string().min(1).max(8_192) });
export type PayBody = z.output<typeof PayBody>;

/** A transaction on Solana to be signed by the payer. */
export const SolanaTransactionBody = z.strictObject({
  payer: z.string().regex(SOLANA_ADDRESS, 'Must be an address on Solana: 32 to 44 characters of base58.'),
  amountUsd: amountUsd(z.number()),
});
export type SolanaTransactionBody = z.output<typeof SolanaTransactionBody>;
