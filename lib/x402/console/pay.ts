import type { RunContext } from '../../accounts/caller';
import { take } from '../../limits/take';
import type { ConsolePayment, PayBody } from '../contract';
import { topUp } from '../top-up/top-up';
import { toConsolePayment } from './overview';

/**
 * `POST /api/console/wallet/payments`: adds the credit of a signed payment to the account of the session, whoever pays.
 * @returns the payment, pending if its network does not show it yet
 * @throws ApiError as `topUp`; RATE_LIMIT_EXCEEDED
 */
export async function payForAccount(
  { payment }: PayBody,
  { caller: { account }, signal }: Pick<RunContext, 'caller' | 'signal'>,
): Promise<ConsolePayment> {
  take('topUpAccount', account.id);
  return toConsolePayment(await topUp(payment, account.id, signal));
}
