import { settings } from '../../platform/env';
import type { Peer } from '../caller';
import type { SetupView } from '../contract';
import { openServices } from '../services/providers';
import { needsOwner } from '../visitor';
import { needsSetupCode } from './setup-code';
import type { SignUpRules } from './sign-up';

/** How one may get in, for the pages of sign-in and sign-up. */
export async function describeSetup(
  { peer }: { peer: Peer },
  rules: Pick<SignUpRules, 'signUp' | 'loopback' | 'trustProxy'> = settings(),
): Promise<SetupView> {
  const first = await needsOwner();
  const code = first && needsSetupCode(rules, peer);
  return { needsOwner: first, needsSetupCode: code, signUp: rules.signUp, services: openServices() };
}
