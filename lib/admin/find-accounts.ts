import type { z } from 'zod';
import { formatNanoUsd } from '../core/money';
import { database } from '../platform/db';
import type { ListCommand } from './commands';
import { findAccountId, noAccount } from './find-account-id';

/** Maximum accounts per list. */
const LISTED = 1_000;

/** An account as the operator sees it; amounts are exact decimal texts. */
export type AccountView = {
  id: string;
  /** Null if the account belongs to a wallet. */
  email: string | null;
  /** The account's email, else its wallet. */
  holder: string;
  role: string;
  tier: string;
  pro: boolean;
  blocked: boolean;
  createdAt: string;
  /** Usable keys. */
  keys: number;
  /** What it can spend now: the posted balance minus live holds. */
  balanceUsd: string;
  postedUsd: string;
  /** The remainder of today's DIEM, and the DIEM per UTC day. */
  balanceDiem: string;
  stakedDiem: string;
  /** The wallet whose stake is read. */
  walletAddress: string | null;
  /** Wallets that are linked to it, the oldest link first. */
  linkedWallets: string[];
};

type Row = Pick<AccountView, 'id' | 'email' | 'holder' | 'role' | 'tier' | 'pro' | 'blocked'> & {
  created_at: Date;
  wallet: string | null;
  linked: string[];
} & Record<'keys' | 'usd' | 'posted' | 'diem' | 'staked', bigint>;

/**
 * One account, by its email, its wallet, or a wallet that is linked to it.
 * @throws ApiError NOT_FOUND if there is none
 */
export async function showAccount({ email }: { email: string }): Promise<AccountView> {
  const [row] = await database().query<Row>(`${ACCOUNTS} where a.id = $1`, [await findAccountId(email)]);
  if (!row) throw noAccount(email);
  return toView(row);
}

/**
 * A thousand accounts ordered by email, or by wallet if they have none; `more`: others follow after the last one.
 * Deleted ones are omitted: they have neither.
 */
export async function listAccounts({
  after,
}: z.output<typeof ListCommand>): Promise<{ accounts: AccountView[]; more: boolean }> {
  const rows = await database().query<Row>(
    `${ACCOUNTS} where a.deleted_at is null and ($1::text is null or ${HOLDER} > $1)
       order by ${HOLDER} limit ${LISTED + 1}`,
    [after ?? null],
  );
  return { accounts: rows.slice(0, LISTED).map(toView), more: rows.length > LISTED };
}

const HOLDER = 'coalesce(a.email, a.wallet_address)';

const ACCOUNTS = `
  select a.id, a.email, ${HOLDER} as holder, a.role, a.tier, a.pro, a.blocked_at is not null as blocked, a.created_at,
    r.account_usd as usd, r.account_diem as diem, coalesce(r.staked, 0) as staked,
    coalesce(b.posted_nano, 0) as posted, s.wallet_address as wallet,
    (select count(*) from api_key k where k.account_id = a.id and k.revoked_at is null
       and (k.expires_at is null or k.expires_at > ledger_now())) as keys,
    array(select w.address from account_wallet w where w.account_id = a.id order by w.created_at, w.address) as linked
  from account a
    cross join lateral ledger_room(a.id, null, ledger_now(), true, true) r
    left join ledger_balance b on b.account_id = a.id and b.currency = 'USD'
    left join ledger_stake s on s.account_id = a.id`;

function toView(row: Row): AccountView {
  return {
    id: row.id,
    email: row.email,
    holder: row.holder,
    role: row.role,
    tier: row.tier,
    pro: row.pro,
    blocked: row.blocked,
    createdAt: row.created_at.toISOString(),
    keys: Number(row.keys),
    balanceUsd: formatNanoUsd(row.usd),
    postedUsd: formatNanoUsd(row.posted),
    balanceDiem: formatNanoUsd(row.diem),
    stakedDiem: formatNanoUsd(row.staked),
    walletAddress: row.wallet,
    linkedWallets: row.linked,
  };
}
