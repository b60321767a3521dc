import { database } from '../platform/db';

/**
 * What an account can spend now: posted − live holds, per currency, nano units, never below zero.
 * An account without any entry has zero of both.
 */
export async function findBalance(accountId: string): Promise<{ usdNano: bigint; diemNano: bigint }> {
  const rows = await database().query<{ currency: string; available: bigint }>(BALANCE, [accountId], {
    name: 'ledger_balance',
  });
  const of = (currency: string) => rows.find((row) => row.currency === currency)?.available ?? 0n;
  return { usdNano: of('USD'), diemNano: of('DIEM') };
}

const BALANCE = `
  select b.currency, greatest(b.posted_nano - coalesce((
      select sum(h.held_nano) from ledger_hold h
      where h.account_id = b.account_id and h.currency = b.currency and h.state = 'open'
        and h.expires_at > clock_timestamp()), 0), 0)::bigint as available
  from ledger_balance b where b.account_id = $1`;
