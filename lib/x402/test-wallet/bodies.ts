import { z } from 'zod';
import { BASE, NETWORKS, SOLANA } from '../../core/wallet';

/** The largest text that a test wallet signs, in characters. */
const MAX_TEXT = 16_384;

/** Names a test wallet. Whoever knows the name signs with the wallet: that is all its protection, and all it needs. */
const wallet = z.string().regex(/^[0-9a-f]{32}$/, 'Must be the name of a test wallet: 32 hexadecimal digits.');
const base64 = z.base64('Must be base64.').max(MAX_TEXT);

/** Asks for a test wallet's address on a network. */
export const TestAddressBody = z.strictObject({ wallet, network: z.enum(NETWORKS) });
export type TestAddressBody = z.output<typeof TestAddressBody>;

/** What a test wallet is asked to sign: on Base typed data (EIP-712) or a message, on Solana a transaction or a message. */
export const TestSignatureBody = z.discriminatedUnion('kind', [
  z.strictObject({ wallet, network: z.literal(BASE), kind: z.literal('typed-data'), json: z.string().max(MAX_TEXT) }),
  z.strictObject({
    wallet,
    network: z.literal(BASE),
    kind: z.literal('personal-message'),
    hex: z
      .string()
      .regex(/^0x([0-9a-fA-F]{2})*$/, 'Must be 0x and hexadecimal digits.')
      .max(MAX_TEXT),
  }),
  z.strictObject({ wallet, network: z.literal(SOLANA), kind: z.literal('transaction'), bytes: base64 }),
  z.strictObject({ wallet, network: z.literal(SOLANA), kind: z.literal('message'), bytes: base64 }),
]);
export type TestSignatureBody = z.output<typeof TestSignatureBody>;
