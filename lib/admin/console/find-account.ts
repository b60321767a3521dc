import { isApiError } from '../../core/errors';
import { formatNanoUsd } from '../../core/money';
import { DAY_MS, SECOND_MS } from '../../core/time';
import { sumUsage } from '../../ledger/read/history/sum-usage';
import { clock } from '../../platform/clock';
import { database } from '../../platform/db';
import type { AccountDetail } from '../contract';
import { FIGURES, type ListedRow, toListed } from './listed-account';
import { accountIdOf, unknownAccount } from './require-account';

/** The days that are added up, and how long that may take, so that the page does not wait long. */
const SPENT_DAYS = 30;
const SPENT_WITHIN_MS = 2 * SECOND_MS;

/** One account with its figures, also a deleted one. @throws ApiError NOT_FOUND */
export async function findAccountDetail(id: string): Promise<AccountDetail> {
  const accountId = accountIdOf(id);
  const [row] = await database().query<ListedRow>(
    `select ${FIGURES.columns} from account a ${FIGURES.joins} where a.id = $1`,
    [accountId],
  );
  if (!row) throw unknownAccount();
  return { ...toListed(row), spent30dUsd: await findSpent(accountId) };
}

/** What the account paid in USD today and in the days before; null if it took too long. */
async function findSpent(accountId: string): Promise<string | null> {
  const nowMs = clock.now();
  const startMs = nowMs - (nowMs % DAY_MS) - (SPENT_DAYS - 1) * DAY_MS;
  try {
    const sums = await sumUsage(accountId, { startMs, days: SPENT_DAYS, untilMs: nowMs + SPENT_WITHIN_MS });
    const paid = sums.filter(({ currency }) => currency === 'USD').map(({ chargedNano }) => chargedNano);
    return formatNanoUsd(paid.reduce((all, nano) => all + nano, 0n));
  } catch (error) {
    if (isApiError(error) && error.code === 'REQUEST_TIMEOUT') return null;
    throw error;
  }
}
