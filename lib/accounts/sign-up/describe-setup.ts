import { settings } from '../../platform/env';
import type { Peer } from '../caller';
import type { SetupView } from '../contract';
import { needsOwner } from '../visitor';
import { needsSetupCode } from './setup-code';
import type { SignUpRules } from './sign-up';

/** How one may get in, for the sign-up page. */
export async function describeSetup(
  { peer }: { peer: Peer },
  rules: Pick<SignUpRules, 'signUp' | 'loopback' | 'trustProxy'> = settings(),
): Promise<SetupView> {
  const first = await needsOwner();
  return { needsOwner: first, needsSetupCode: first && needsSetupCode(rules, peer), signUp: rules.signUp };
}
