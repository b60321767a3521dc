import type { MessageBody, PageMessage } from '../../x402/contract';
import { requireWallet } from '../../x402/console/sign-in';
import { type Purpose, writePageMessage } from '../../x402/siwx/page-message';
import type { Person } from '../person';

/** What a signature for a link is bound to. */
export const linkTo = ({ account }: Person): Purpose => ({ kind: 'link', accountId: account.id });

/**
 * `POST /api/console/account/wallets/message`: the message that a wallet signs to be linked to the account.
 * @throws ApiError INVALID_REQUEST for another form of an address; X402_NOT_CONFIGURED
 */
export async function linkMessage(
  { address, host }: MessageBody,
  { caller }: { caller: Person },
): Promise<PageMessage> {
  const account = caller.account.email === null ? 'your account' : `the account of ${caller.account.email}`;
  const message = await writePageMessage(requireWallet(address), {
    ...{ purpose: linkTo(caller), called: { path: '/settings', host } },
    statement: `Link this wallet to ${account}. It can then sign in to the account and spend its credit.`,
  });
  return { message };
}
