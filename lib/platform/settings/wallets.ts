import { z } from 'zod';
import { BASE, NETWORKS, type Network, SOLANA } from '../../core/wallet';
import { list, url } from './values';

/** The settings of payments by wallets. */
export type WalletSettings = {
  /** Who may use the API with a wallet that has no account: `open` creates one with its first credit. */
  signUp: 'open' | 'closed';
  /** Where USDC is received. Networks without an entry are not offered. */
  payTo: Partial<Record<Network, string>>;
  /** JSON-RPC nodes. */
  rpcUrl: Partial<Record<Network, string>>;
  /** The keys that pay the fees of transactions which this process sends itself. */
  signerKey: Partial<Record<Network, string>>;
  /** Services that send them instead, in the order in which they are tried; without a trailing slash. */
  facilitatorUrls: string[];
  /** What each of them is sent as a Bearer token, in their order; empty for one without. */
  facilitatorTokens?: string[];
  /** So many blocks of Base, the one with the payment included, must exist before it is credited or has failed. */
  confirmations: number;
};

/** Variables of this file whose values never appear in a message: hosted nodes have their key in the path. */
export const WALLET_SECRETS = [
  'X402_BASE_RPC_URL',
  'X402_SOLANA_RPC_URL',
  'X402_BASE_SIGNER_KEY',
  'X402_SOLANA_SIGNER_KEY',
  'X402_FACILITATOR_TOKEN',
];

/** About two minutes on Base. */
const MAX_CONFIRMATIONS = 64;

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

/** The variables of payments by wallets (docs/operations.md, "Wallets"). */
export const walletVariables = {
  WALLET_SIGN_UP: z.enum(['open', 'closed'], 'must be open or closed').optional(),
  X402_PAY_TO_BASE: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hexadecimal digits')
    .optional(),
  X402_PAY_TO_SOLANA: z
    .string()
    .regex(new RegExp(`^${BASE58}{32,44}$`), 'must be the address of a Solana wallet: 32 to 44 characters of base58')
    .optional(),
  X402_BASE_RPC_URL: url(['http:', 'https:'], 'http://127.0.0.1:8545').optional(),
  X402_SOLANA_RPC_URL: url(['http:', 'https:'], 'http://127.0.0.1:8899').optional(),
  X402_BASE_SIGNER_KEY: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be a private key: 0x and 64 hexadecimal digits')
    .optional(),
  X402_SOLANA_SIGNER_KEY: z
    .string()
    .regex(new RegExp(`^${BASE58}{86,88}$`), 'must be a key pair: 64 bytes in base58')
    .optional(),
  X402_FACILITATOR_URLS: list
    .pipe(z.array(url(['http:', 'https:'], 'https://facilitator.example.com')))
    .transform((urls) => urls.map((text) => text.replace(/\/+$/, '')))
    .default([]),
  X402_FACILITATOR_TOKEN: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .optional(),
  X402_CONFIRMATIONS: z
    .string()
    .regex(/^[1-9]\d?$/, `must be a whole number from 1 to ${MAX_CONFIRMATIONS}`)
    .transform(Number)
    .refine((blocks) => blocks <= MAX_CONFIRMATIONS, `must be a whole number from 1 to ${MAX_CONFIRMATIONS}`)
    .default(1),
};

type Variables = z.output<z.ZodObject<typeof walletVariables>>;

/** The settings from the variables. */
export function walletSettings(read: Variables): WalletSettings {
  const payTo = { [BASE]: read.X402_PAY_TO_BASE, [SOLANA]: read.X402_PAY_TO_SOLANA };
  return {
    signUp: read.WALLET_SIGN_UP ?? (NETWORKS.some((network) => payTo[network] !== undefined) ? 'open' : 'closed'),
    payTo,
    rpcUrl: { [BASE]: read.X402_BASE_RPC_URL, [SOLANA]: read.X402_SOLANA_RPC_URL },
    signerKey: { [BASE]: read.X402_BASE_SIGNER_KEY, [SOLANA]: read.X402_SOLANA_SIGNER_KEY },
    facilitatorUrls: read.X402_FACILITATOR_URLS,
    facilitatorTokens: tokensFor(read),
    confirmations: read.X402_CONFIRMATIONS,
  };
}

/** One token for each service; a single one is that of all, which then have one origin (`tokenProblems`). */
function tokensFor({ X402_FACILITATOR_URLS: urls, X402_FACILITATOR_TOKEN: tokens }: Variables): string[] | undefined {
  return tokens?.length === 1 ? urls.map(() => tokens[0] ?? '') : tokens;
}

/** A token is a secret of one service: with it, others could pay in the operator's name. */
function tokenProblems(given: Given): string[] {
  if (given.X402_FACILITATOR_TOKEN === undefined || given.X402_FACILITATOR_URLS === undefined) return [];
  const urls = given.X402_FACILITATOR_URLS.split(',').map((text) => text.trim());
  const tokens = given.X402_FACILITATOR_TOKEN.split(',').length;
  const origins = new Set(urls.map((text) => (URL.canParse(text) ? new URL(text).origin : text)));
  if (tokens === urls.length || (tokens === 1 && origins.size === 1)) return [];
  return [
    'X402_FACILITATOR_TOKEN must have one token for each of X402_FACILITATOR_URLS, in their order, separated by commas, and nothing in the place of a service without one: each service gets its own token only.',
  ];
}

type Given = Record<string, string | undefined>;

/**
 * What is missing: a receiver needs a node to see payments, and somebody who sends the transactions; each service needs
 * its own token.
 */
export function walletProblems(given: Given): string[] {
  const missing = ['BASE', 'SOLANA'].flatMap((network) => {
    if (given[`X402_PAY_TO_${network}`] === undefined) return [];
    const problems: string[] = [];
    if (given[`X402_${network}_RPC_URL`] === undefined) {
      problems.push(`X402_PAY_TO_${network} needs X402_${network}_RPC_URL.`);
    }
    if (given[`X402_${network}_SIGNER_KEY`] === undefined && given.X402_FACILITATOR_URLS === undefined) {
      problems.push(`X402_PAY_TO_${network} needs X402_${network}_SIGNER_KEY or X402_FACILITATOR_URLS.`);
    }
    return problems;
  });
  return [...missing, ...tokenProblems(given)];
}
