import { ApiError, invalidField } from '../../core/errors';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { database, type Queryable } from '../../platform/db';
import { settings, type Settings } from '../../platform/env';
import type { ClientAddress } from '../caller';
import type { SignUp } from '../contract';
import { hashPassword } from '../password';
import { needsOwner } from '../visitor';
import { createAccount, type NewAccount } from './create-account';
import { findLiveLink, consumeLinkToken } from './one-time-link';
import { isSetupCode, needsSetupCode } from './setup-code';

/** The settings that decide who may sign up. */
export type SignUpRules = Pick<Settings, 'signUp' | 'loopback' | 'trustProxy' | 'welcomeCreditNanoUsd'>;

/**
 * Creates an account for a visitor. The first one becomes the owner and needs the setup code unless the visitor is on
 * the same machine. After that, `SIGN_UP` decides: open, closed, or by a one-time invitation.
 * @throws ApiError RATE_LIMIT_EXCEEDED, UNAUTHORIZED (no code, closed), INVALID_REQUEST (a used or expired invitation),
 *   CONFLICT (the email already has an account)
 */
export async function signUp(
  input: SignUp,
  { client }: { client: ClientAddress },
  rules: SignUpRules = settings(),
): Promise<NewAccount> {
  take('signUp', subjectOfAddress(client.address));
  const mayBecomeOwner =
    !needsSetupCode(rules, client) || (input.setupCode !== undefined && (await isSetupCode(input.setupCode)));
  const admit = async (within: Queryable, first: boolean, consume: boolean) => {
    if (!first) return admitMember(input, rules, within, consume);
    if (!mayBecomeOwner) throw setupCodeRefusal(input);
  };
  // Checked before the expensive hash, and again under the lock, where the result is final.
  await admit(database(), await needsOwner(), false);
  const passwordHash = await hashPassword(input.password);
  const { email } = input;
  const { welcomeCreditNanoUsd } = rules;
  return createAccount({ email, passwordHash, welcomeCreditNanoUsd }, (within, first) => admit(within, first, true));
}

function setupCodeRefusal({ setupCode }: SignUp): ApiError {
  const message = setupCode ? 'The setup code is wrong.' : 'The first account needs the setup code.';
  return new ApiError('UNAUTHORIZED', `${message} The server printed it when it started.`);
}

async function admitMember(input: SignUp, rules: SignUpRules, within: Queryable, consume: boolean): Promise<void> {
  if (rules.signUp === 'open') return;
  if (rules.signUp === 'closed' || !input.invite) {
    const message = rules.signUp === 'closed' ? 'Sign-up is closed.' : 'Sign-up is by invitation only.';
    throw new ApiError('UNAUTHORIZED', `${message} Ask the owner of this installation.`);
  }
  const link = await (consume ? consumeLinkToken : findLiveLink)(within, 'invite', input.invite);
  if (!link) throw invalidField(['invite'], 'The invitation is invalid, already used, or expired. Ask for a new one.');
}
