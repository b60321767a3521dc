import { database } from '../../../platform/db';
import type { Currency } from '../../types';

/** What can be spent now, nano units, never below zero. */
export type Balance = {
  usdNano: bigint;
  diemNano: bigint;
  /** DIEM of a whole day; null if nothing was ever staked. */
  stakedNano: bigint | null;
};

/** A balance, and the currency that pays for the next request: null if none would be admitted. */
export type AvailableBalance = Balance & { currency: Currency | null };

/** The same with what requests in flight have reserved: available and reserved are the posted credit. */
export type DividedBalance = AvailableBalance & { reservedUsdNano: bigint; reservedDiemNano: bigint };

type Row = { refusal: string | null; staked: bigint | null; usd: bigint; diem: bigint };

/**
 * What an account can spend now: posted USD minus live holds, and the remainder of today's DIEM. Computed by the same
 * database function that admits holds.
 * @param keyId a key of the account: caps the amounts by the key's limits; zero if it is not usable
 */
export async function findBalance(accountId: string, keyId: string | null = null): Promise<Balance> {
  return toBalance(await readAvailable(accountId, keyId));
}

/**
 * The same with the currency of the next hold: set if the account is not blocked, the key (if given) is usable, and
 * some of that currency is left; DIEM first.
 */
export async function findAvailableBalance(accountId: string, keyId: string | null = null): Promise<AvailableBalance> {
  const row = await readAvailable(accountId, keyId);
  const balance = toBalance(row);
  return { ...balance, currency: row?.refusal === null ? currencyOf(balance) : null };
}

/** What an account can spend now, and what its live holds reserve; both are read in one statement. */
export async function findDividedBalance(accountId: string): Promise<DividedBalance> {
  const [row] = await database().money.query<Row & { reservedUsd: bigint; reservedDiem: bigint }>(
    DIVIDED,
    [accountId],
    {
      name: 'ledger_divided_balance',
    },
  );
  const balance = toBalance(row);
  const currency = row?.refusal === null ? currencyOf(balance) : null;
  return { ...balance, currency, reservedUsdNano: row?.reservedUsd ?? 0n, reservedDiemNano: row?.reservedDiem ?? 0n };
}

/** DIEM that was reserved yesterday belongs to yesterday. */
const DIVIDED = `
  select r.refusal, r.staked, r.account_usd as usd, r.account_diem as diem, h.usd as "reservedUsd", h.diem as "reservedDiem"
    from ledger_room($1, null, ledger_now(), true, true) r cross join (
      select coalesce(sum(held_nano) filter (where currency = 'USD'), 0)::bigint as usd,
          coalesce(sum(held_nano) filter (
            where currency = 'DIEM' and ledger_day(created_at) = ledger_day(ledger_now())
          ), 0)::bigint as diem
        from ledger_hold where account_id = $1 and state = 'open' and expires_at > ledger_now()
    ) h`;

async function readAvailable(accountId: string, keyId: string | null): Promise<Row | undefined> {
  const [row] = await database().money.query<Row>(
    `select r.refusal, r.staked, least(r.account_usd, r.key_usd) as usd, least(r.account_diem, r.key_diem) as diem
       from ledger_room($1, $2, ledger_now(), true, true) r`,
    [accountId, keyId],
    { name: 'ledger_room' },
  );
  return row;
}

function toBalance(row: Row | undefined): Balance {
  return { usdNano: row?.usd ?? 0n, diemNano: row?.diem ?? 0n, stakedNano: row?.staked ?? null };
}

function currencyOf({ usdNano, diemNano }: Balance): Currency | null {
  if (diemNano > 0n) return 'DIEM';
  return usdNano > 0n ? 'USD' : null;
}
