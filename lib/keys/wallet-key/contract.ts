import { z } from 'zod';
import { CreateKey, KeyDescription } from '../contract';

/** Far more than our tokens have. */
const MAX_TOKEN_CHARACTERS = 1_000;

/** A signed token, for examples. */
export const WALLET_EXAMPLE = {
  address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  signature: `0x${'1b'.repeat(65)}`,
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJpYXQiOjE3OTUyNDgwMDB9.dGhlLXNpZ25hdHVyZS1vZi10aGUtc2VydmVy',
};

/** The answer to `GET /api_keys/generate_web3_key` (docs/api-rules.md, "Keys by wallet signature"). */
export const WalletToken = z
  .object({
    success: z.literal(true).meta({ description: 'Always true; failures have another status.', example: true }),
    data: z.object({
      token: z.string().meta({
        description: 'A JWT; the wallet must sign this exact text within 15 minutes.',
        example: WALLET_EXAMPLE.token,
      }),
    }),
  })
  .meta({ id: 'WalletToken', description: 'A token for a wallet to sign.' });
export type WalletToken = z.output<typeof WalletToken>;

/**
 * The body of `POST /api_keys/generate_web3_key`: strict, like `POST /api_keys` plus the signature (docs/api-rules.md,
 * "Keys by wallet signature").
 */
export const CreateWalletKey = z
  .strictObject({
    ...CreateKey.shape,
    description: KeyDescription.default('Web3 API Key'),
    address: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/, 'Must be an address: 0x and 40 hexadecimal digits')
      .meta({ description: 'The address of the wallet, in any case.', example: WALLET_EXAMPLE.address }),
    signature: z
      .string()
      .regex(/^0x[0-9a-fA-F]{130}$/, 'Must be a signature of 65 bytes: 0x and 130 hexadecimal digits')
      .meta({ description: 'Its `personal_sign` of the token (EIP-191).', example: WALLET_EXAMPLE.signature }),
    token: z
      .string()
      .min(1)
      .max(MAX_TOKEN_CHARACTERS, `Must have at most ${MAX_TOKEN_CHARACTERS} characters`)
      .meta({ description: 'The signed token; it creates one key.', example: WALLET_EXAMPLE.token }),
  })
  .meta({ id: 'CreateWalletKey', description: 'The settings of a new key, and the proof of its owner.' });
export type CreateWalletKey = z.output<typeof CreateWalletKey>;
