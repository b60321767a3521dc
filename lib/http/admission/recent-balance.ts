import { boundedCache } from '../../accounts/bounded-cache';
import { SECOND_MS } from '../../core/time';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { processState } from '../../platform/process-state';

/** How many balances are cached, and for how long, so that refusals at a high rate do not cost a query each. */
const MAX_REMEMBERED = 10_000;
const REMEMBERED_MS = SECOND_MS;

type Balances = { usdNano: bigint; diemNano: bigint };

/**
 * The available balance, at most a second old, nano units. For refusals and headers, never for spending decisions.
 * @param keyId a key of the account: the result is then bounded by the key's own limits
 */
export async function recentBalance(accountId: string, keyId: string | null): Promise<Balances> {
  const known = processState('http.balances', () => boundedCache<Balances>(MAX_REMEMBERED));
  const name = `${accountId} ${keyId}`;
  const recent = known.get(name);
  if (recent) return recent;
  const { usdNano, diemNano } = await findBalance(accountId, keyId);
  known.set(name, { usdNano, diemNano }, REMEMBERED_MS);
  return { usdNano, diemNano };
}
