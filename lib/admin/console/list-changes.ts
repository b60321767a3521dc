import { database } from '../../platform/db';
import type { ChangePage, ChangesQuery } from '../contract';
import { decodeCursor, encodeCursor } from '../cursor';

/** Rows per page. */
const PAGE_ROWS = 20;

type Row = {
  id: string;
  at: Date;
  micros: bigint;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
  actor: string | null;
  byCommand: boolean;
};

/**
 * What owners and the admin command have changed, newest first, a page at a time.
 * @throws ApiError INVALID_REQUEST for an invalid cursor
 */
export async function listChanges({ before }: ChangesQuery): Promise<ChangePage> {
  const position = before === undefined ? null : decodeCursor('before', before);
  // One more than a page, to know whether another follows.
  const rows = await database().query<Row>(NEWEST, [
    position === null ? null : String(position.micros),
    position?.id ?? null,
    PAGE_ROWS + 1,
  ]);
  const page = rows.slice(0, PAGE_ROWS);
  const last = page.at(-1);
  return {
    data: page.map(({ micros: _micros, at, ...row }) => ({ ...row, at: at.toISOString() })),
    nextCursor: rows.length > PAGE_ROWS && last ? encodeCursor(last) : null,
  };
}

/** Two bounds on `at`: the plain one uses the index, the pair decides within one microsecond. */
const NEWEST = `
  select e.id, e.at, (extract(epoch from e.at) * 1000000)::bigint as micros, e.action, e.detail,
      -- An account is named as it is named now.
      coalesce(s.email, s.wallet_address, e.subject) as subject,
      coalesce(a.email, a.wallet_address) as actor, e.actor_id is null as "byCommand"
    from audit_entry e
    left join account a on a.id = e.actor_id
    left join account s on e.action = 'account.role' and s.id::text = e.subject
    where e.at <= coalesce(timestamptz 'epoch' + $1::bigint * interval '1 microsecond', 'infinity')
      and ($1::bigint is null or (e.at, e.id) < (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::uuid))
    order by e.at desc, e.id desc
    limit $3`;
