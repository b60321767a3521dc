-- Charges in USD that simply fit: `ledger_settle` for the usual call, at a third of its time. Its caller has made the sums
-- that `ledger_settle` makes by window functions, so that what is left are plain inserts.
-- p_accounts, p_totals: each account once, and the sum of its costs
-- p_keys, p_key_days, p_key_totals: each pair of key and day once, and the sum of its costs, above 0
-- Of each order, whose hold is named once: p_owners is the index of its account, from 1, p_so_far the costs of the account's orders
--   up to and including it, p_held_so_far what their holds set aside.
-- posted_before, held_before: the balance of each account before the call, and what all live holds set aside of it. Both are null, and
--   nothing has changed, if an order does not fit: its hold is gone, expired, or not as described, or does not cover its cost.
create function ledger_settle_usd(
  p_accounts uuid[], p_totals bigint[], p_keys uuid[], p_key_days date[], p_key_totals bigint[],
  p_holds text[], p_owners integer[], p_order_keys uuid[], p_helds bigint[], p_days date[], p_costs bigint[],
  p_so_far bigint[], p_held_so_far bigint[], p_lines text[], p_estimated boolean[], p_requests text[], p_models text[],
  p_types text[], p_endings text[], p_statuses integer[], p_first_token_ms integer[], p_duration_ms integer[],
  out posted_before bigint[], out held_before bigint[]
) language plpgsql volatile
set enable_seqscan to off set plan_cache_mode to force_generic_plan set enable_bitmapscan to off as $$
declare
  v_now timestamptz;
  v_rows tid[];
  v_ended bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ledger_settle_usd needs the isolation level read committed';
  end if;
  -- As in `ledger_settle`.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  select array_agg(l.posted_nano order by array_position(p_accounts, l.account_id)) into posted_before from (
    select b.account_id, b.posted_nano from ledger_balance b where b.account_id = any (p_accounts) and b.currency = 'USD'
      order by b.account_id for update
  ) l;
  v_now := ledger_now();
  select array_agg(h.row_at) into v_rows
    from unnest(p_holds, p_owners, p_order_keys, p_helds, p_days, p_costs) as o (hold_id, owner, key_id, held, day, cost)
      cross join lateral (select h.ctid as row_at, h.* from ledger_hold h where h.id = o.hold_id offset 0) h
    where h.state = 'open' and h.expires_at > v_now and h.account_id = p_accounts[o.owner] and h.currency = 'USD'
      and h.key_id is not distinct from o.key_id and h.held_nano = o.held and o.cost <= o.held
      and ledger_day(h.created_at) = o.day;
  if cardinality(v_rows) is distinct from cardinality(p_holds)
    or cardinality(posted_before) is distinct from cardinality(p_accounts)
    or exists (select 1 from unnest(p_totals, posted_before) as a (total, posted) where a.total > a.posted) then
    posted_before := null;
    return;
  end if;
  select array_agg(l.held order by a.n) into held_before
    from unnest(p_accounts) with ordinality as a (id, n) cross join lateral (
      select coalesce(sum(h.held_nano), 0)::bigint as held from ledger_hold h
        where h.account_id = a.id and h.currency = 'USD' and h.state = 'open' and h.expires_at > v_now
    ) l;

  delete from ledger_hold h where h.ctid = any (v_rows);
  get diagnostics v_ended = row_count;
  -- One was released meanwhile, which takes no lock: the call is repeated order by order.
  if v_ended <> cardinality(p_holds) then
    raise exception 'a hold was released while it was settled';
  end if;
  update ledger_balance b set posted_nano = b.posted_nano - a.total
    from unnest(p_accounts, p_totals) as a (id, total)
    where a.total > 0 and b.account_id = a.id and b.currency = 'USD';
  insert into ledger_entry (id, account_id, key_id, currency, kind, amount_nano, balance_after_nano, window_day, created_at)
    select 'charge:' || o.hold_id, p_accounts[o.owner], o.key_id, 'USD', 'CHARGE', -o.cost, posted_before[o.owner] - o.so_far,
        o.day, v_now
      from unnest(p_holds, p_owners, p_order_keys, p_days, p_costs, p_so_far)
        as o (hold_id, owner, key_id, day, cost, so_far)
      where o.cost > 0;
  if cardinality(p_keys) > 0 then
    insert into ledger_spend as d (subject_id, currency, day, spent_nano)
      select k.id, 'USD', k.day, k.total from unnest(p_keys, p_key_days, p_key_totals) as k (id, day, total)
      on conflict (subject_id, currency, day) do update set spent_nano = d.spent_nano + excluded.spent_nano;
  end if;
  insert into usage_record (request_id, hold_id, account_id, key_id, model_id, model_type, currency, held_nano,
      charged_nano, absorbed_nano, balance_after_nano, lines, estimated, ending, status, first_token_ms, duration_ms,
      created_at)
    select o.request_id, o.hold_id, p_accounts[o.owner], o.key_id, o.model_id, o.model_type, 'USD', o.held, o.cost, 0,
        greatest(posted_before[o.owner] - o.so_far - held_before[o.owner] + o.held_so_far, 0), o.lines::jsonb, o.estimated, o.ending,
        o.status, o.first_token_ms, o.duration_ms, v_now
      from unnest(p_holds, p_owners, p_order_keys, p_helds, p_costs, p_so_far, p_held_so_far, p_lines, p_estimated,
          p_requests, p_models, p_types, p_endings, p_statuses, p_first_token_ms, p_duration_ms)
        as o (hold_id, owner, key_id, held, cost, so_far, held_so_far, lines, estimated, request_id, model_id, model_type,
          ending, status, first_token_ms, duration_ms);
end $$;
