-- Holds in USD that simply fit: `ledger_hold` for the usual call, whose caller has made the sums that it makes by window functions.
-- p_accounts, p_totals: each account once, and the sum of its orders' maximums
-- p_owners, p_keys, p_key_totals: each pair of account and key once, the account as its index, from 1, and the sum of the pair's
--   maximums
-- Of each order: p_pairs is the index of its pair, from 1, p_account_before and p_pair_before the maximums of the earlier orders of its
--   account and of its pair.
-- account_usd, key_usd: what each pair could spend before the call, by the account's balance and by the key's limit (null without one).
--   account_usd is null, and nothing has changed, if an order does not fit.
-- unfit: the indexes of pairs that are refused, lack the room for their orders' maximums, or have something staked; null if there are
--   none, so that an order does not fit only because its ID was used before.
create function ledger_hold_usd(
  p_accounts uuid[], p_totals bigint[], p_owners integer[], p_keys uuid[], p_key_totals bigint[],
  p_ids text[], p_pairs integer[], p_maximums bigint[], p_account_before bigint[], p_pair_before bigint[],
  p_ttl_seconds double precision[],
  out account_usd bigint[], out key_usd bigint[], out day date, out unfit integer[]
) language plpgsql volatile
set enable_seqscan to off set plan_cache_mode to force_generic_plan set enable_bitmapscan to off as $$
declare
  v_locked uuid[];
  v_now timestamptz;
  v_made bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ledger_hold_usd needs the isolation level read committed';
  end if;
  -- As in `ledger_hold`.
  perform set_config('synchronous_commit', 'off', true);
  select array_agg(l.account_id) into v_locked from (
    select b.account_id from ledger_balance b where b.account_id = any (p_accounts) and b.currency = 'USD'
      order by b.account_id for update
  ) l;
  v_now := ledger_now();
  -- Nothing is held in DIEM, so a stake is read without its lock.
  select array_agg(r.account_usd order by p.n), array_agg(r.key_usd order by p.n),
      array_agg(p.n order by p.n) filter (where r.refusal is not null or r.staked > 0
        or p_totals[p.owner] > r.account_usd or p.total > r.key_usd)
    into account_usd, key_usd, unfit
    from unnest(p_owners, p_keys, p_key_totals) with ordinality as p (owner, key_id, total, n)
      cross join lateral ledger_room_within(p_accounts[p.owner], p.key_id, v_now, p_accounts[p.owner] = any (v_locked), true) r;
  if unfit is not null
    or exists (select from ledger_hold h where h.id = any (p_ids))
    or exists (select from usage_record u where u.hold_id = any (p_ids)) then
    account_usd := null;
    return;
  end if;
  day := ledger_day(v_now);
  insert into ledger_hold (id, account_id, key_id, currency, held_nano, maximum_nano, usd_before_nano, diem_before_nano,
      state, created_at, expires_at)
    select o.id, p_accounts[p_owners[o.pair]], p_keys[o.pair], 'USD', o.maximum, o.maximum,
        least(account_usd[o.pair] - o.account_before, key_usd[o.pair] - o.pair_before), 0, 'open', v_now,
        v_now + make_interval(secs => o.ttl_seconds)
      from unnest(p_ids, p_pairs, p_maximums, p_account_before, p_pair_before, p_ttl_seconds)
        as o (id, pair, maximum, account_before, pair_before, ttl_seconds)
    on conflict (id) do nothing;
  get diagnostics v_made = row_count;
  -- Another account has just used the same ID: the call is repeated order by order.
  if v_made <> cardinality(p_ids) then
    raise exception 'the ID of a hold was used at the same moment';
  end if;
end $$;
