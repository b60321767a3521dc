import { CreateWalletKey, WALLET_EXAMPLE, WalletToken } from './wallet-key/contract';
import { CreatedKey, CreateKey, KeyList, RevokedKey, RevokeKey, UpdatedKey, UpdateKey } from './contract';

/*
 * Input and output of each method of `/api_keys`, for its declaration and the API description. In a separate file,
 * because one route file has four of them.
 */

/** The key in the examples. */
const EXAMPLE_ID = '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e';

/** The path of `GET /api_keys/{id}` (docs/api-rules.md, "Find a key"). */
export const keyInPath = { id: { description: 'The ID of the key.', example: EXAMPLE_ID } };

/** `GET /api_keys` (docs/api-rules.md, "List keys"). */
export const listing = {
  describe: { summary: 'List keys', detail: 'The usable keys of the account.', answer: KeyList },
};

/** `POST /api_keys` (docs/api-rules.md, "Create a key"). */
export const creating = {
  body: CreateKey,
  describe: {
    summary: 'Create a key',
    detail: 'Only this response contains the secret. Applications need a key of type `INFERENCE`.',
    answer: CreatedKey,
    examples: {
      limited: {
        summary: 'A key with a limit of 5 USD per month',
        body: {
          apiKeyType: 'INFERENCE',
          description: 'worker',
          consumptionLimit: { usd: 5 },
          limitPeriod: 'MONTH',
          expiresAt: '',
        },
      },
    },
  },
};

/** `PATCH /api_keys` (docs/api-rules.md, "Update a key"). */
export const updating = {
  body: UpdateKey,
  describe: {
    summary: 'Update a key',
    answer: UpdatedKey,
    examples: {
      raised: {
        summary: 'A new name and limit',
        body: { id: EXAMPLE_ID, description: 'worker', consumptionLimit: { usd: 20 } },
      },
    },
  },
};

/** `DELETE /api_keys` (docs/api-rules.md, "Revoke a key"). */
export const revoking = {
  query: RevokeKey,
  body: RevokeKey,
  describe: {
    summary: 'Revoke a key',
    detail: 'The key ID is in the query or in the body. The key is refused immediately; its usage stays in billing.',
    answer: RevokedKey,
    examples: { ended: { summary: 'Revoke a key', query: { id: EXAMPLE_ID } } },
  },
};

/** `GET /api_keys/generate_web3_key` (docs/api-rules.md, "Keys by wallet signature"). */
export const issuingWalletToken = {
  describe: { summary: 'Get a token for a wallet', detail: 'A token for a wallet to sign.', answer: WalletToken },
};

/** `POST /api_keys/generate_web3_key` (docs/api-rules.md, "Keys by wallet signature"). */
export const creatingByWallet = {
  body: CreateWalletKey,
  describe: {
    summary: 'Create a key with a wallet',
    detail:
      'The wallet signs the exact text of a token with `personal_sign` (EIP-191) within 15 minutes; each token creates one key.',
    answer: CreatedKey,
    codes: ['UNAUTHORIZED', 'API_ACCESS_DISABLED', 'RATE_LIMIT_EXCEEDED'],
    examples: {
      signed: {
        summary: 'A key for a wallet’s account',
        body: {
          apiKeyType: 'INFERENCE',
          description: 'wallet',
          address: WALLET_EXAMPLE.address,
          signature: WALLET_EXAMPLE.signature,
          token: WALLET_EXAMPLE.token,
        },
      },
    },
  },
} as const;
