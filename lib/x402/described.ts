import { PAYMENT_CODES } from '../core/payment-codes';
import { TopUpAnswer, TopUpQuery, TransactionsQuery, WalletBalance, WalletTransactions } from './contract';

/** The endpoints of wallets, for the API description. */

const wallet = {
  walletAddress: {
    description: 'Address of the wallet that has signed: `0x…` on Base, base58 on Solana.',
    example: '0x2222222222222222222222222222222222222222',
  },
};

export const toppingUp = {
  query: TopUpQuery,
  describe: {
    summary: 'Add credit with USDC',
    detail:
      'Without a payment, 402 with the ways to pay on Base and Solana. With a signed one in `PAYMENT-SIGNATURE` (or `X-402-Payment`, `X-PAYMENT`), the credit is added once the network shows the payment; 202 while it does not yet. Sending the same payment again never pays twice.',
    answer: TopUpAnswer,
    pending: true,
    codes: ['PAYMENT_REQUIRED', ...PAYMENT_CODES, 'UNAUTHORIZED', 'API_ACCESS_DISABLED', 'CONFLICT'],
  },
} as const;

export const readingBalance = {
  describe: {
    summary: 'Credit of a wallet',
    detail: 'What the wallet that has signed the request can spend. A wallet without credit has 0.',
    answer: WalletBalance,
    codes: ['X402_INVALID_SIGN_IN', 'X402_WALLET_MISMATCH'],
    params: wallet,
  },
} as const;

export const listingTransactions = {
  query: TransactionsQuery,
  describe: {
    summary: 'Transactions of a wallet',
    detail: 'What was added to and charged from the credit of the wallet that has signed the request, newest first.',
    answer: WalletTransactions,
    codes: ['X402_INVALID_SIGN_IN', 'X402_WALLET_MISMATCH'],
    params: wallet,
  },
} as const;
