import { database } from '../../platform/db';

/** What may be spent now, nano units, never below zero. */
export type Balance = {
  usdNano: bigint;
  diemNano: bigint;
  /** DIEM of a whole day; null where nothing was ever staked. */
  stakedNano: bigint | null;
};

type Row = { staked: bigint | null; usd: bigint; diem: bigint };

/**
 * What an account can spend now: posted USD − live holds, and what is left of today's DIEM. The same function of the
 * database admits holds.
 * @param keyId a key of the account: then no more than the key's own limits leave; nothing where it is not usable
 */
export async function findBalance(accountId: string, keyId: string | null = null): Promise<Balance> {
  const [row] = await database().money.query<Row>(
    `select r.staked, least(r.account_usd, r.key_usd) as usd, least(r.account_diem, r.key_diem) as diem
       from ledger_room($1, $2, ledger_now(), true, true) r`,
    [accountId, keyId],
    { name: 'ledger_room' },
  );
  return { usdNano: row?.usd ?? 0n, diemNano: row?.diem ?? 0n, stakedNano: row?.staked ?? null };
}
