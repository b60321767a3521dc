import type { z } from 'zod';
import { createApiKey } from '../accounts/keys/api-keys';
import { needsOwner } from '../accounts/visitor';
import type { Link } from './contract';
import type { KeyCommand } from './commands';
import { createAccount } from './create-account';
import { findAccountId } from './find-account-id';

/** A new key with its secret; `resetLink` if the owner's account was created too. */
export type KeyForAccount = {
  apiKey: string;
  id: string;
  apiKeyType: 'INFERENCE' | 'ADMIN';
  description: string;
  email: string;
  resetLink?: Link;
};

/**
 * Creates a key for an account, without a browser. On a fresh installation it also creates the account, as the owner's.
 * @throws ApiError NOT_FOUND if other accounts exist but not this one; INVALID_REQUEST for the 501st key
 */
export async function createKeyFor({ email, type, description }: z.output<typeof KeyCommand>): Promise<KeyForAccount> {
  const owner = (await needsOwner()) ? await createAccount({ email }) : null;
  const accountId = owner?.accountId ?? (await findAccountId(email));
  const unlimited = { limitUsdNano: null, limitDiemNano: null, limitPeriod: 'EPOCH', modelPrivacy: 'ALL' } as const;
  const { key, secret } = await createApiKey({ accountId, type, description, ...unlimited, expiresAt: null });
  return {
    apiKey: secret,
    id: key.id,
    apiKeyType: key.type,
    description: key.description,
    email,
    ...(owner ? { resetLink: owner.resetLink } : {}),
  };
}
