import { ApiError, isApiError } from '../../core/errors';
import type { Settings } from '../../platform/env';
import { Email, Password } from '../contract';
import { hashPassword } from '../password';
import { needsOwner } from '../visitor';
import { createAccount } from './create-account';

/**
 * Creates the owner's account from `OWNER_EMAIL` and `OWNER_PASSWORD` at startup, for deployments without a browser.
 * Does nothing without both, or once any account exists.
 * @returns whether this call created the account
 * @throws Error with a message for the operator if one of the two is invalid
 */
export async function ensureOwner(
  settings: Pick<Settings, 'ownerEmail' | 'ownerPassword' | 'welcomeCreditNanoUsd'>,
): Promise<boolean> {
  const { ownerEmail, ownerPassword, welcomeCreditNanoUsd } = settings;
  if (!ownerEmail || !ownerPassword || !(await needsOwner())) return false;
  const email = Email.safeParse(ownerEmail);
  if (!email.success) throw new Error(`OWNER_EMAIL: ${email.error.issues[0]?.message}`);
  const password = Password.safeParse(ownerPassword);
  if (!password.success) throw new Error(`OWNER_PASSWORD: ${password.error.issues[0]?.message}`);
  const passwordHash = await hashPassword(password.data);
  try {
    await createAccount({ email: email.data, passwordHash, welcomeCreditNanoUsd }, refuseUnlessFirst);
    return true;
  } catch (error) {
    // Another process starting at the same time was faster.
    if (isApiError(error) && error.code === 'CONFLICT') return false;
    throw error;
  }
}

async function refuseUnlessFirst(_within: unknown, first: boolean): Promise<void> {
  if (!first) throw new ApiError('CONFLICT', 'The owner exists.');
}
