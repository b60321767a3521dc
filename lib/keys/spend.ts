import { listApiKeys } from '../accounts/keys/api-keys';
import type { RunContext } from '../accounts/caller';
import { formatNanoUsd } from '../core/money';
import { findDailyKeySpend } from '../ledger/read/key-spend/find-daily-key-spend';
import { findKeySpend } from '../ledger/read/key-spend/find-key-spend';
import type { KeySpendList } from './contract';
import { currentOf } from './to-key';

/**
 * The spend of each of the caller's usable keys in the last seven UTC days and toward its limits, newest key first;
 * exact decimal texts.
 */
export async function listKeySpend({ caller }: RunContext): Promise<KeySpendList> {
  const keys = await listApiKeys(caller.account.id);
  const ids = keys.map(({ id }) => id);
  const [daily, sums] = await Promise.all([findDailyKeySpend(ids), findKeySpend(ids)]);
  const list = keys.flatMap((key) => {
    const [week, spend] = [daily.keys.get(key.id), sums.get(key.id)];
    return week && spend
      ? [{ id: key.id, ...weekOf(week), current: { ...textsOf(currentOf(key, spend)), limitPeriod: key.limitPeriod } }]
      : [];
  });
  return { days: daily.days, keys: list };
}

function weekOf({ usdNano, diemNano }: { usdNano: bigint[]; diemNano: bigint[] }) {
  const diem = diemNano.some((nano) => nano > 0n) ? diemNano.map(formatNanoUsd) : null;
  return { usd: usdNano.map(formatNanoUsd), diem };
}

const textsOf = ({ usdNano, diemNano }: { usdNano: bigint; diemNano: bigint }) => ({
  usd: formatNanoUsd(usdNano),
  diem: formatNanoUsd(diemNano),
});
