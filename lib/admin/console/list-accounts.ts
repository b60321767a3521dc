import { database } from '../../platform/db';
import type { AccountPage, AccountsQuery } from '../contract';
import { decodeCursor, encodeCursor } from '../cursor';
import { FIGURES, type ListedRow, toListed } from './listed-account';

/**
 * The accounts that match a search, newest first, a page at a time. The page is selected from the accounts only; the
 * ledger is read only for its rows.
 * @throws ApiError INVALID_REQUEST for an invalid cursor
 */
export async function listAccountPage({ q, after, pageSize }: AccountsQuery): Promise<AccountPage> {
  const position = after === undefined ? null : decodeCursor('after', after);
  const rows = await database().query<ListedRow>(PAGE, [
    q === '' ? null : q,
    position === null ? null : String(position.micros),
    position?.id ?? null,
    // One more than a page, to know whether another follows.
    pageSize + 1,
  ]);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return { data: page.map(toListed), nextCursor: rows.length > pageSize && last ? encodeCursor(last) : null };
}

/**
 * The search is in lowercase, like stored emails and IDs; names and wallets (those of Solana have capitals) are compared
 * in lowercase. `strpos`: no character of a search is a wildcard.
 */
const PAGE = `
  with a as materialized (
    select a.* from account a
    where ($1::text is null or strpos(a.email, $1) > 0 or strpos(lower(a.name), $1) > 0
        or strpos(lower(a.wallet_address), $1) > 0 or starts_with(a.id::text, $1)
        or a.id in (select s.account_id from ledger_stake s where s.wallet_address = $1)
        or a.id in (select w.account_id from account_wallet w where strpos(lower(w.address), $1) > 0))
      and ($2::bigint is null
        or (a.created_at, a.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid))
    order by a.created_at desc, a.id desc
    limit $4
  )
  select ${FIGURES.columns} from a ${FIGURES.joins}
  order by a.created_at desc, a.id desc`;
