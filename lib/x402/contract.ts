import { z } from 'zod';
import { NETWORKS, SOLANA_ADDRESS } from '../core/wallet';
import { MAX_TOP_UP_USD, MIN_TOP_UP_USD, SUGGESTED_TOP_UP_USD } from './constants';

const EXAMPLE_WALLET = '0x2222222222222222222222222222222222222222';
const walletAddress = z.string().meta({ example: EXAMPLE_WALLET });
const paymentId = z.uuid().meta({ example: '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e' });

/** An amount in USD, in whole cents. */
const amountUsd = <T extends z.ZodNumber | z.ZodCoercedNumber>(number: T) =>
  number
    .min(MIN_TOP_UP_USD, `Must be at least ${MIN_TOP_UP_USD} USD`)
    .max(MAX_TOP_UP_USD, `Must be at most ${MAX_TOP_UP_USD.toLocaleString('en')} USD`)
    .multipleOf(0.01, 'Must be whole cents');

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number('Must be a number')
    .int('Must be a whole number')
    .min(min, `Must be at least ${min}`)
    .max(max, `Must be at most ${max.toLocaleString('en')}`);

/** The query of a top-up. */
export const TopUpQuery = z.object({
  amountUsd: amountUsd(z.coerce.number('Must be a number')).optional().meta({
    description:
      'The amount that the ways to pay are made for, USD in whole cents. A payment may have any other amount.',
  }),
});
export type TopUpQuery = z.output<typeof TopUpQuery>;

/** The answer to a payment: credited (200), or not shown by the network yet (202). */
export const TopUpAnswer = z.object({
  success: z.literal(true),
  data: z.union([
    z.object({
      walletAddress: walletAddress.meta({ description: 'Who paid; lowercase on Base.', example: EXAMPLE_WALLET }),
      amountCredited: z.number().meta({ description: 'USD.', example: 5 }),
      newBalance: z.number().optional().meta({
        description: 'The credit right after this payment, USD. Only in the answer to the request that brought it.',
        example: 5,
      }),
      paymentId,
    }),
    z.object({ status: z.literal('pending'), paymentId }),
  ]),
});
export type TopUpAnswer = z.output<typeof TopUpAnswer>;

/** The credit of a wallet. */
export const WalletBalance = z.object({
  success: z.literal(true),
  data: z.object({
    walletAddress,
    balanceUsd: z.number().meta({ description: 'What can be spent now, USD.', example: 4.93 }),
    canConsume: z
      .boolean()
      .meta({ description: 'Whether paid requests are admitted: from 0.10 USD, or with DIEM.', example: true }),
    minimumTopUpUsd: z.number().meta({ example: MIN_TOP_UP_USD }),
    suggestedTopUpUsd: z.number().meta({ example: SUGGESTED_TOP_UP_USD }),
    diemBalanceUsd: z
      .number()
      .optional()
      .meta({ description: 'DIEM of the account that the wallet is linked to.', example: 0 }),
  }),
});
export type WalletBalance = z.output<typeof WalletBalance>;

/** The query of a wallet's transactions. */
export const TransactionsQuery = z.object({
  limit: wholeNumber(1, 100).default(50),
  offset: wholeNumber(0, 1_000_000).default(0),
});
export type TransactionsQuery = z.output<typeof TransactionsQuery>;

const Transaction = z.object({
  id: z.string().meta({ example: 'charge:0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e' }),
  amount: z
    .number()
    .meta({ description: 'USD. Negative for charges, and for a refund that was paid out in USDC.', example: -0.0042 }),
  balanceAfter: z.number().meta({ description: 'USD.', example: 4.93 }),
  type: z.enum(['TOP_UP', 'CHARGE', 'REFUND']).meta({ example: 'CHARGE' }),
  createdAt: z.iso.datetime().meta({ example: '2026-01-31T12:00:00.000Z' }),
  requestId: z
    .string()
    .nullable()
    .meta({ description: 'The request that was charged.', example: '5b0d6f1a2c3e4f50-0001' }),
  modelId: z.string().nullable().meta({ description: 'Its model.', example: 'smollm2-135m' }),
});

/** A wallet's transactions, the newest first. */
export const WalletTransactions = z.object({
  success: z.literal(true),
  data: z.object({
    walletAddress,
    currentBalance: z.number().meta({ description: 'USD.', example: 4.93 }),
    transactions: z.array(Transaction),
    pagination: z.object({
      limit: z.number().meta({ example: 50 }),
      offset: z.number().meta({ example: 0 }),
      hasMore: z.boolean().meta({ example: false }),
    }),
  }),
});
export type WalletTransactions = z.output<typeof WalletTransactions>;

/** A refund of a payment: USDC that was sent back, taken out of the account's credit. */
export type Refund = {
  /** Exact decimal text. */
  usd: string;
  /** The operator's own, such as the number of a case. */
  reference: string;
  /** The transaction that sent it back. */
  transaction: string | null;
  at: string;
};

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
  /** What the operator has sent back of it. */
  refunds: z.array(z.object({ usd: z.string(), transaction: z.string().nullable(), at: z.iso.datetime() })),
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

/** The wallet that is about to sign a message on one of our pages. */
export const MessageBody = z.strictObject({
  address: z.string().max(64, 'Must have at most 64 characters'),
  /** The host and port of the page's address, which wallets compare with the message. */
  host: z.string().max(260, 'Must have at most 260 characters').nullable().default(null),
});
export type MessageBody = z.output<typeof MessageBody>;

/** The exact text to be signed. */
export type PageMessage = { message: string };
