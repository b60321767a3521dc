import { settings } from '../../platform/env';
import type { ClientAddress } from '../caller';
import type { SetupView } from '../contract';
import { enabledServices } from '../services/providers';
import { needsOwner } from '../visitor';
import { walletNetworks } from '../wallets/enabled';
import { needsSetupCode } from './setup-code';
import type { SignUpRules } from './sign-up';

/** The available ways to sign in or up, for those pages. */
export async function describeSetup(
  { client }: { client: ClientAddress },
  rules: Pick<SignUpRules, 'signUp' | 'loopback' | 'trustProxy'> = settings(),
): Promise<SetupView> {
  const first = await needsOwner();
  const code = first && needsSetupCode(rules, client);
  const ways = { services: enabledServices(), wallets: walletNetworks() };
  return { needsOwner: first, needsSetupCode: code, signUp: rules.signUp, ...ways };
}
