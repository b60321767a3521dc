import { boundedCache } from '../../accounts/bounded-cache';
import { SECOND_MS } from '../../core/time';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { processState } from '../../platform/process-state';

/** Callers whose balance is remembered, and for how long: whoever is refused at a high rate must not cost a query each. */
const MAX_REMEMBERED = 10_000;
const REMEMBERED_MS = SECOND_MS;

type Balances = { usdNano: bigint; diemNano: bigint };

/**
 * What could be spent a second ago or less, nano units. For refusals and headers, never to spend by.
 * @param keyId a key of the account: then no more than its own limits leave
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
