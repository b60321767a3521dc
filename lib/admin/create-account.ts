import { randomBase62 } from '../accounts/keys/key-token';
import { hashPassword } from '../accounts/password';
import { createAccount as insertAccount, type NewAccount } from '../accounts/sign-up/create-account';
import { settings } from '../platform/env';
import type { Link } from './contract';
import { resetLink } from './links';

/** Long enough that nobody ever guesses it; nobody ever sees it either. */
const PASSWORD_CHARACTERS = 40;

/**
 * Makes an account whatever `SIGN_UP` says, with the welcome credit; the first one is the owner's. Its password is
 * random and told to nobody: the reset link in the answer sets the first real one.
 * @throws ApiError CONFLICT where the e-mail has an account
 */
export async function createAccount({ email }: { email: string }): Promise<NewAccount & { resetLink: Link }> {
  const passwordHash = await hashPassword(randomBase62(PASSWORD_CHARACTERS));
  const { welcomeCreditNanoUsd } = settings();
  const made = await insertAccount({ email, passwordHash, welcomeCreditNanoUsd }, async () => undefined);
  return { ...made, resetLink: await resetLink({ email }) };
}
