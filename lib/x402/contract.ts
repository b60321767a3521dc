import { z } from 'zod';
import { WALLET_ADDRESS } from '../core/wallet';
import { MAX_TOP_UP_USD, MIN_TOP_UP_USD } from './constants';

/** An address of a wallet in a path. */
export const WalletAddress = z
  .string()
  .regex(WALLET_ADDRESS, 'Must be an address: 0x and 40 hexadecimal digits, or 32 to 44 characters of base58.');

/** The query of a top-up. */
export const TopUpQuery = z.object({
  amountUsd: z.coerce
    .number()
    .min(MIN_TOP_UP_USD)
    .max(MAX_TOP_UP_USD)
    .multipleOf(0.01)
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
