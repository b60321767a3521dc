import { listApiKeys } from '../accounts/keys/api-keys';
import type { RunContext } from '../accounts/caller';
import { formatNanoUsd } from '../core/money';
import { findDailyKeySpend } from '../ledger/read/key-spend/find-daily-key-spend';
import type { KeySpendList } from './contract';

/** What each of the caller's usable keys spent in the last seven UTC days, newest key first; exact decimal texts. */
export async function listKeySpend({ caller }: RunContext): Promise<KeySpendList> {
  const ids = (await listApiKeys(caller.account.id)).map(({ id }) => id);
  const { days, keys } = await findDailyKeySpend(ids);
  return {
    days,
    keys: [...keys].map(([id, { usdNano, diemNano }]) => ({
      id,
      usd: usdNano.map(formatNanoUsd),
      diem: diemNano.some((nano) => nano > 0n) ? diemNano.map(formatNanoUsd) : null,
    })),
  };
}
