import { formatNanoUsd } from '../../core/money';
import type { ListedAccount } from '../contract';

/** The columns of `FIGURES`. */
export type ListedRow = Pick<
  ListedAccount,
  'id' | 'email' | 'name' | 'role' | 'tier' | 'pro' | 'blocked' | 'deleted'
> & {
  wallet: string | null;
  linked: string[];
  stake_wallet: string | null;
  created_at: Date;
  /** `created_at` in microseconds since 1970. */
  micros: bigint;
  used_at: Date | null;
} & Record<'keys' | 'usd' | 'diem' | 'staked', bigint>;

/**
 * Columns and joins of accounts, each using an index. For few, already selected rows named `a`; the joins follow `from
 * … a`.
 */
export const FIGURES = {
  columns: `a.id, a.email, a.name, a.role, a.tier, a.pro, a.blocked_at is not null as blocked,
    a.deleted_at is not null as deleted, a.wallet_address as wallet, s.wallet_address as stake_wallet, a.created_at,
    array(select w.address from account_wallet w where w.account_id = a.id order by w.created_at, w.address) as linked,
    (extract(epoch from a.created_at) * 1000000)::bigint as micros,
    r.account_usd as usd, r.account_diem as diem, coalesce(r.staked, 0) as staked,
    coalesce(k.usable, 0) as keys,
    greatest(k.used_at, (select u.created_at from usage_record u
      where u.account_id = a.id order by u.created_at desc limit 1)) as used_at`,
  joins: `cross join lateral ledger_room(a.id, null, ledger_now(), true, true) r
    left join ledger_stake s on s.account_id = a.id
    left join lateral (
      select max(k.last_used_at) as used_at,
        count(*) filter (where k.revoked_at is null and (k.expires_at is null or k.expires_at > ledger_now())) as usable
      from api_key k where k.account_id = a.id
    ) k on true`,
} as const;

/** The account as shown on the owner's page. */
export function toListed(row: ListedRow): ListedAccount {
  const { id, email, name, role, tier, pro, blocked, deleted } = row;
  return {
    ...{ id, email, walletAddress: row.wallet, linkedWallets: row.linked, name, role, tier, pro, blocked, deleted },
    createdAt: row.created_at.toISOString(),
    keys: Number(row.keys),
    balanceUsd: formatNanoUsd(row.usd),
    balanceDiem: formatNanoUsd(row.diem),
    stakedDiem: formatNanoUsd(row.staked),
    stakeWallet: row.stake_wallet,
    lastUsedAt: row.used_at?.toISOString() ?? null,
  };
}
