import { randomBase62 } from '../accounts/keys/key-token';
import { hashPassword } from '../accounts/password';
import { createAccount as insertAccount, type NewAccount } from '../accounts/sign-up/create-account';
import { settings } from '../platform/env';
import type { Link } from './contract';
import { resetLink } from './links';

/** Long enough to be unguessable; nobody ever sees it. */
const PASSWORD_CHARACTERS = 40;

/**
 * Creates an account regardless of `SIGN_UP`, with the welcome credit; the first one is the owner's. Its password is
 * random and never shown: the reset link in the result sets the first real one.
 * @throws ApiError CONFLICT if the email already has an account
 */
export async function createAccount({ email }: { email: string }): Promise<NewAccount & { resetLink: Link }> {
  const passwordHash = await hashPassword(randomBase62(PASSWORD_CHARACTERS));
  const { welcomeCreditNanoUsd } = settings();
  const created = await insertAccount({ email, passwordHash, welcomeCreditNanoUsd }, async () => undefined);
  return { ...created, resetLink: await resetLink({ email }) };
}
