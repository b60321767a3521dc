-- The ledger's verbs over sets (architecture, section 6): one call carries the orders of many requests, one commit
-- makes them all. Each call first takes its locks, always in the same order (stakes by account, then balances by
-- account), so that holds and charges of one account follow one another and no two calls wait for each other. Every
-- statement after that sees what went before; in a stricter isolation it would see an old picture, hence the checks.
--
-- Orders that fit are done as a set; the accounts for which the set does not fit are gone through one order after the
-- other by the exact functions `…_one`. Refusals are returned, not raised: one order never spoils the others.
--
-- Plans are made once, while the tables are small, and the embedded database never analyses them. So sequential scans
-- are off, and what must go by an index stands behind a fence (`offset 0`, a scalar subquery): a join that was cheap
-- over ten rows must not become a scan of ten million.
-- The verbs look at the account themselves, and an account with money is kept by its balance: a check per row would
-- cost more than the row.
alter table ledger_hold drop constraint ledger_hold_account_id_account_id_fk;
--> statement-breakpoint
alter table ledger_entry drop constraint ledger_entry_account_id_account_id_fk;
--> statement-breakpoint
alter table usage_record drop constraint usage_record_account_id_account_id_fk;
--> statement-breakpoint
drop function ledger_hold(text, uuid, uuid, text, bigint, bigint, double precision);
--> statement-breakpoint
drop function ledger_settle(text, uuid, uuid, text, bigint, bigint, jsonb, boolean, text, text, text, integer, integer);
--> statement-breakpoint
drop function ledger_release(text);
--> statement-breakpoint
-- The ledger's only clock. Tests of windows replace it in their own database.
create function ledger_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;
--> statement-breakpoint
create function ledger_day(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'UTC')::date
$$;
--> statement-breakpoint
-- The days that count against a key's limit together with a given one: from p_from up to, and without, p_to.
create function ledger_window(p_period text, p_day date, out p_from date, out p_to date) language sql immutable as $$
  select
    case p_period when 'EPOCH' then p_day when 'MONTH' then date_trunc('month', p_day::timestamp)::date
      else '-infinity'::date end,
    case p_period when 'EPOCH' then p_day + 1
      when 'MONTH' then (date_trunc('month', p_day::timestamp) + interval '1 month')::date
      else 'infinity'::date end
$$;
--> statement-breakpoint
-- What a key's own limits leave in the window of a day; null without a limit. `valid` is null for a foreign key.
create function ledger_key_room(
  p_account uuid, p_key uuid, p_day date, p_now timestamptz, out valid boolean, out usd bigint, out diem bigint
) language plpgsql stable as $$
declare
  v_from date;
  v_to date;
  v_spent_usd numeric;
  v_spent_diem numeric;
begin
  select k.revoked_at is null and (k.expires_at is null or k.expires_at > p_now), k.limit_usd_nano, k.limit_diem_nano,
      w.p_from, w.p_to
    into valid, usd, diem, v_from, v_to
    from api_key k cross join lateral ledger_window(k.limit_period, p_day) w
    where k.id = p_key and k.account_id = p_account;
  if usd is null and diem is null then
    return;
  end if;
  select coalesce(sum(u.nano) filter (where u.currency = 'USD'), 0),
      coalesce(sum(u.nano) filter (where u.currency = 'DIEM'), 0)
    into v_spent_usd, v_spent_diem
    from (
      select d.currency, d.spent_nano as nano from ledger_spend d
        where d.subject_id = p_key and d.day >= v_from and d.day < v_to
      union all
      select h.currency, h.held_nano from ledger_hold h
        where h.account_id = p_account and h.key_id = p_key and h.state = 'open' and h.expires_at > p_now
          and ledger_day(h.created_at) >= v_from and ledger_day(h.created_at) < v_to
    ) u;
  -- `greatest` passes over nulls: no limit must stay none.
  usd := case when usd is not null then greatest(usd - v_spent_usd, 0) end;
  diem := case when diem is not null then greatest(diem - v_spent_diem, 0) end;
end $$;
--> statement-breakpoint
-- What may be spent at p_now: by the account, and by the key within it. This alone decides on admission. Plain SQL and
-- stable, without settings of its own: a statement that asks for many takes it in and plans it as its own part.
-- p_usd, p_diem: whether the caller has the lock on the account's balance and on its stake. What is not locked counts
--   for nothing: money that arrives between the locks and this look would be seen by all at once.
-- refusal: null | BLOCKED (account) | KEY (unknown, foreign, revoked, expired)
-- key_usd, key_diem: what the key's own limits leave, null without a limit
create function ledger_room_within(p_account uuid, p_key uuid, p_now timestamptz, p_usd boolean, p_diem boolean)
returns table (
  refusal text, staked bigint, account_usd bigint, account_diem bigint, key_usd bigint, key_diem bigint
) language sql stable as $$
  select
      case when a.is_open is not true then 'BLOCKED' when p_key is not null and k.valid is not true then 'KEY' end,
      a.staked,
      greatest(coalesce(a.posted, 0) - l.usd, 0)::bigint,
      case when a.staked > 0 then greatest(a.staked - l.diem - coalesce((
          select d.spent_nano from ledger_spend d
            where d.subject_id = p_account and d.currency = 'DIEM' and d.day = ledger_day(p_now)
        ), 0), 0)::bigint else 0 end,
      -- `greatest` passes over nulls: no limit must stay none.
      case when p_key is null then null when k.valid is not true then 0
        when k.limit_usd_nano is not null then greatest(k.limit_usd_nano - l.key_usd - coalesce((
          select sum(d.spent_nano) from ledger_spend d
            where d.subject_id = p_key and d.currency = 'USD' and d.day >= k.p_from and d.day < k.p_to
        ), 0), 0)::bigint end,
      case when p_key is null then null when k.valid is not true then 0
        when k.limit_diem_nano is not null then greatest(k.limit_diem_nano - l.key_diem - coalesce((
          select sum(d.spent_nano) from ledger_spend d
            where d.subject_id = p_key and d.currency = 'DIEM' and d.day >= k.p_from and d.day < k.p_to
        ), 0), 0)::bigint end
    from (select 1) one
      left join lateral (
        select a.blocked_at is null as is_open,
            case when p_diem then (select s.staked_nano from ledger_stake s where s.account_id = a.id) end as staked,
            case when p_usd then (
              select b.posted_nano from ledger_balance b where b.account_id = a.id and b.currency = 'USD'
            ) end as posted
          from account a where a.id = p_account
      ) a on true
      left join lateral (
        select k.revoked_at is null and (k.expires_at is null or k.expires_at > p_now) as valid,
            k.limit_usd_nano, k.limit_diem_nano, w.p_from, w.p_to
          from api_key k cross join lateral ledger_window(k.limit_period, ledger_day(p_now)) w
          where k.id = p_key and k.account_id = p_account
      ) k on true
      cross join lateral (
        select coalesce(sum(h.held_nano) filter (where h.currency = 'USD'), 0) as usd,
            coalesce(sum(h.held_nano) filter (where h.currency = 'DIEM' and ledger_day(h.created_at) = ledger_day(p_now)), 0)
              as diem,
            coalesce(sum(h.held_nano) filter (where h.key_id = p_key and h.currency = 'USD'
              and ledger_day(h.created_at) >= k.p_from and ledger_day(h.created_at) < k.p_to), 0) as key_usd,
            coalesce(sum(h.held_nano) filter (where h.key_id = p_key and h.currency = 'DIEM'
              and ledger_day(h.created_at) >= k.p_from and ledger_day(h.created_at) < k.p_to), 0) as key_diem
          from ledger_hold h where h.account_id = p_account and h.state = 'open' and h.expires_at > p_now
      ) l
$$;
--> statement-breakpoint
-- The same for one account, with plans of its own.
create function ledger_room(
  p_account uuid, p_key uuid, p_now timestamptz, p_usd boolean, p_diem boolean,
  out refusal text, out staked bigint, out account_usd bigint, out account_diem bigint,
  out key_usd bigint, out key_diem bigint
) language plpgsql stable set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
begin
  select * into refusal, staked, account_usd, account_diem, key_usd, key_diem
    from ledger_room_within(p_account, p_key, p_now, p_usd, p_diem);
end $$;
--> statement-breakpoint
-- One order of `ledger_hold`, under its locks. Holds least(room, maximum) in one currency where that reaches the
-- minimum: DIEM if it carries the maximum, else USD if it does, else the one that carries more.
create function ledger_hold_one(
  p_id text, p_account uuid, p_key uuid, p_maximum bigint, p_minimum bigint, p_ttl_seconds double precision,
  p_now timestamptz, p_usd boolean, p_diem boolean,
  out refusal text, out currency text, out held bigint, out usd bigint, out diem bigint, out day date
) language plpgsql volatile as $$
declare
  v_known ledger_hold%rowtype;
  v_room record;
begin
  select * into v_known from ledger_hold h where h.id = p_id;
  if found then
    usd := v_known.usd_before_nano;
    diem := v_known.diem_before_nano;
    if v_known.account_id <> p_account or v_known.key_id is distinct from p_key
      or v_known.maximum_nano <> p_maximum then
      refusal := 'CONFLICT';
    elsif v_known.state <> 'open' or v_known.expires_at <= p_now then
      refusal := 'ENDED';
    else
      currency := v_known.currency;
      held := v_known.held_nano;
      day := ledger_day(v_known.created_at);
    end if;
    return;
  elsif exists (select 1 from usage_record u where u.hold_id = p_id) then
    refusal := 'ENDED';
    return;
  end if;

  select * into v_room from ledger_room_within(p_account, p_key, p_now, p_usd, p_diem);
  refusal := v_room.refusal;
  usd := least(v_room.account_usd, v_room.key_usd);
  diem := least(v_room.account_diem, v_room.key_diem);
  if refusal is not null then
    return;
  end if;
  currency := case
    when v_room.staked > 0 and diem >= p_maximum then 'DIEM'
    when usd >= p_maximum then 'USD'
    when diem > usd then 'DIEM'
    else 'USD' end;
  held := least(case currency when 'DIEM' then diem else usd end, p_maximum);
  if held < p_minimum then
    held := null;
    refusal := case
      when v_room.account_usd >= p_minimum then 'KEY_USD'
      when v_room.account_diem >= p_minimum then 'KEY_DIEM'
      else 'INSUFFICIENT' end;
    return;
  end if;
  day := ledger_day(p_now);
  insert into ledger_hold (id, account_id, key_id, currency, held_nano, maximum_nano, usd_before_nano, diem_before_nano,
      state, created_at, expires_at)
    values (p_id, p_account, p_key, currency, held, p_maximum, usd, diem,
      'open', p_now, p_now + make_interval(secs => p_ttl_seconds))
    on conflict (id) do nothing;
  -- Another account took the same id at this very moment.
  if not found then
    refusal := 'CONFLICT';
    held := null;
  end if;
end $$;
--> statement-breakpoint
-- Sets amounts aside, one row per order, `ord` counted from 1.
-- An id that two accounts take at the same moment fails the call; repeated alone it is a CONFLICT.
-- refusal: null | BLOCKED | KEY | INSUFFICIENT | KEY_USD, KEY_DIEM (the key's limit is in the way) |
--   CONFLICT (id used for another order) | ENDED (that hold is over)
-- usd, diem: what account and key could spend before
create function ledger_hold(
  p_ids text[], p_accounts uuid[], p_keys uuid[], p_maximums bigint[], p_minimums bigint[],
  p_ttl_seconds double precision[]
) returns table (
  ord bigint, refusal text, currency text, held bigint, usd bigint, diem bigint, day date
) language plpgsql volatile set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
declare
  v_done bigint[] := '{}';
  v_now timestamptz;
  v_with_usd uuid[];
  v_with_diem uuid[];
  v_order record;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ledger_hold needs the isolation level read committed';
  end if;
  -- A hold need not survive a crash: the settle posts without it. So its commit does not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  select array_agg(l.account_id) into v_with_diem from (
    select s.account_id from ledger_stake s where s.account_id = any (p_accounts) order by s.account_id for update
  ) l;
  select array_agg(l.account_id) into v_with_usd from (
    select b.account_id from ledger_balance b where b.account_id = any (p_accounts) and b.currency = 'USD'
      order by b.account_id for update
  ) l;
  v_now := ledger_now();

  if cardinality(p_ids) > 1 then
    for ord, currency, held, usd, diem in
      with orders as materialized (
        select *, count(*) over (partition by o.id) as times,
            row_number() over (partition by o.account_id, o.key_id order by o.n) = 1 as first
          from unnest(p_ids, p_accounts, p_keys, p_maximums, p_minimums, p_ttl_seconds)
            with ordinality as o (id, account_id, key_id, maximum, minimum, ttl_seconds, n)
      ), rooms as materialized (
        -- One look per account and key, spread over its orders by windows: a join of sets whose size nobody knows goes
        -- by nested loops.
        select o.*, max(r.account_usd) over by_pair as account_usd, max(r.key_usd) over by_pair as key_usd,
            sum(o.maximum) over by_pair as pair_maximum, sum(o.maximum) over pair_so_far as pair_before,
            max(r.account_diem) over by_pair as account_diem, max(r.key_diem) over by_pair as key_diem,
            sum(o.maximum) over by_account as account_maximum, sum(o.maximum) over account_so_far as account_before,
            bool_and(r.usable) over by_account as usable, max(r.staked) over by_account as staked
          from orders o left join lateral (
            select r.account_usd, r.account_diem, r.key_usd, r.key_diem, r.refusal is null as usable, r.staked
              from ledger_room_within(o.account_id, o.key_id, v_now, o.account_id = any (v_with_usd),
                o.account_id = any (v_with_diem)) r
              where o.first offset 0
          ) r on true
          window by_pair as (partition by o.account_id, o.key_id),
            pair_so_far as (partition by o.account_id, o.key_id order by o.n),
            by_account as (partition by o.account_id), account_so_far as (partition by o.account_id order by o.n)
      ), granted as materialized (
        -- All of an account's orders in one currency: DIEM where it carries them, USD where nothing is staked.
        select r.*,
            case when r.currency = 'USD' then (least(r.account_usd - r.account_before, r.key_usd - r.pair_before)
              + r.maximum)::bigint else least(r.account_usd, r.key_usd) end as usd_before,
            case when r.currency = 'DIEM' then (least(r.account_diem - r.account_before, r.key_diem - r.pair_before)
              + r.maximum)::bigint else least(r.account_diem, r.key_diem) end as diem_before
          from (
            select r.*, case
                when r.staked > 0 and r.account_maximum <= r.account_diem
                  and bool_and(r.pair_maximum <= least(r.account_diem, r.key_diem)) over by_account then 'DIEM'
                when coalesce(r.staked, 0) = 0 and r.account_maximum <= r.account_usd
                  and bool_and(r.pair_maximum <= least(r.account_usd, r.key_usd)) over by_account then 'USD'
              end as currency
              from rooms r
              window by_account as (partition by r.account_id)
          ) r
          where r.usable and r.currency is not null and r.times = 1
            -- Repeats are for the loop below.
            and (select h.id from ledger_hold h where h.id = r.id) is null
            and (select u.hold_id from usage_record u where u.hold_id = r.id) is null
      ), made as (
        insert into ledger_hold (id, account_id, key_id, currency, held_nano, maximum_nano, usd_before_nano,
            diem_before_nano, state, created_at, expires_at)
          select g.id, g.account_id, g.key_id, g.currency, g.maximum, g.maximum, g.usd_before, g.diem_before, 'open', v_now,
              v_now + make_interval(secs => g.ttl_seconds)
            from granted g
      )
      select g.n, g.currency, g.maximum, g.usd_before, g.diem_before from granted g
    loop
      refusal := null;
      day := ledger_day(v_now);
      v_done := v_done || ord;
      return next;
    end loop;
    if cardinality(v_done) = cardinality(p_ids) then
      return;
    end if;
  end if;

  for v_order in
    select * from unnest(p_ids, p_accounts, p_keys, p_maximums, p_minimums, p_ttl_seconds)
      with ordinality as o (id, account_id, key_id, maximum, minimum, ttl_seconds, n)
      where o.n <> all (v_done) order by o.n
  loop
    ord := v_order.n;
    select * into refusal, currency, held, usd, diem, day from ledger_hold_one(v_order.id, v_order.account_id,
      v_order.key_id, v_order.maximum, v_order.minimum, v_order.ttl_seconds, v_now,
      v_order.account_id = any (v_with_usd), v_order.account_id = any (v_with_diem));
    return next;
  end loop;
end $$;
--> statement-breakpoint
-- One order of `ledger_settle`, under its locks: exact also where the cost is above the hold, or the hold expired, was
-- lost in a crash of the database, was settled before, or is in DIEM of a day that has passed.
-- Like `ledger_hold_one` and `ledger_key_room` without settings of its own: it is called by functions that have them.
-- p_locked: whether the lock on the balance or stake is held; without it there is nothing to charge
create function ledger_settle_one(
  p_hold text, p_account uuid, p_key uuid, p_currency text, p_held bigint, p_day date, p_cost bigint, p_lines jsonb,
  p_estimated boolean, p_request text, p_model text, p_type text, p_ending text, p_status integer,
  p_first_token_ms integer, p_duration_ms integer, p_now timestamptz, p_locked boolean,
  out refusal text, out repeated boolean, out held bigint, out charged bigint, out absorbed bigint,
  out available bigint, out lines jsonb, out estimated boolean
) language plpgsql volatile as $$
declare
  v_today date := ledger_day(p_now);
  v_day date := p_day;
  v_own bigint := 0;
  v_others bigint;
  v_most bigint;
  v_room bigint;
  v_key_room bigint;
  v_credited bigint;
  v_spent bigint;
  v_after bigint;
  v_hold ledger_hold%rowtype;
  v_first usage_record%rowtype;
begin
  select * into v_first from usage_record u where u.hold_id = p_hold;
  if found then
    if v_first.account_id <> p_account or v_first.currency <> p_currency then
      refusal := 'CONFLICT';
      return;
    end if;
    repeated := true;
    held := v_first.held_nano;
    charged := v_first.charged_nano;
    absorbed := v_first.absorbed_nano;
    available := v_first.balance_after_nano;
    lines := v_first.lines;
    estimated := v_first.estimated;
    return;
  end if;

  -- The row may be missing: a crash of the database can take a hold that was not flushed yet.
  held := p_held;
  select * into v_hold from ledger_hold h where h.id = p_hold;
  if found then
    if v_hold.account_id <> p_account or v_hold.currency <> p_currency then
      refusal := 'CONFLICT';
      return;
    elsif v_hold.state = 'released' then
      refusal := 'RELEASED';
      return;
    end if;
    held := v_hold.held_nano;
    v_day := ledger_day(v_hold.created_at);
    if v_hold.expires_at > p_now then
      v_own := v_hold.held_nano;
    end if;
    delete from ledger_hold h where h.id = p_hold;
  end if;

  -- Within a live hold the cost is always there; above it, and without one, only what no other hold has set aside.
  select coalesce(sum(h.held_nano), 0)::bigint into v_others from ledger_hold h
    where h.account_id = p_account and h.currency = p_currency and h.state = 'open' and h.expires_at > p_now
      and (p_currency = 'USD' or ledger_day(h.created_at) = v_day);
  if p_currency = 'USD' then
    select coalesce(sum(b.posted_nano), 0)::bigint into v_most from ledger_balance b
      where b.account_id = p_account and b.currency = 'USD' and p_locked;
    v_room := v_most - v_others;
  else
    select coalesce(sum(s.staked_nano), 0)::bigint into v_room from ledger_stake s
      where s.account_id = p_account and p_locked;
    select d.credited_nano, d.spent_nano into v_credited, v_spent from ledger_spend d
      where d.subject_id = p_account and d.currency = 'DIEM' and d.day = v_day;
    v_spent := coalesce(v_spent, 0);
    -- The credit of the day: a stake that was raised today counts at once, one that was lowered takes nothing back of
    -- what is held. A day that has passed keeps what it had: its credit, or before its first charge what its hold saw.
    v_most := case when v_day = v_today then greatest(v_room, coalesce(v_credited, 0))
      else coalesce(v_credited, greatest(v_hold.diem_before_nano, p_held)) end - v_spent;
    v_most := greatest(v_most, v_own);
    v_room := case when v_day = v_today then v_room - v_spent else v_most end - v_others;
  end if;
  charged := least(p_cost, v_most, greatest(v_room, v_own, 0));
  -- Above its hold a request may not pass the key's limit either.
  if p_key is not null and charged > v_own then
    select case p_currency when 'USD' then k.usd else k.diem end into v_key_room
      from ledger_key_room(p_account, p_key, v_day, p_now) k;
    charged := least(charged, greatest(v_own, coalesce(v_key_room, charged)));
  end if;
  absorbed := p_cost - charged;
  lines := p_lines;
  estimated := p_estimated;
  repeated := false;

  if charged > 0 then
    v_after := v_most - charged;
    if p_currency = 'USD' then
      update ledger_balance b set posted_nano = b.posted_nano - charged
        where b.account_id = p_account and b.currency = 'USD';
    else
      -- The day's credit, for the record: with its first charge, and again where the stake has grown since.
      if v_spent + v_most > coalesce(v_credited, 0) then
        insert into ledger_entry (id, account_id, currency, kind, amount_nano, balance_after_nano, window_day, created_at)
          values (
            'daily:' || p_account || ':' || v_day || case when v_credited is null then '' else ':' || v_spent + v_most end,
            p_account, 'DIEM', 'DAILY_CREDIT', v_spent + v_most - coalesce(v_credited, 0), v_most, v_day, p_now);
      end if;
      insert into ledger_spend as d (subject_id, currency, day, spent_nano, credited_nano)
        values (p_account, 'DIEM', v_day, charged, v_most)
        on conflict (subject_id, currency, day) do update
          set spent_nano = d.spent_nano + charged, credited_nano = greatest(d.credited_nano, d.spent_nano + v_most);
    end if;
    insert into ledger_entry (id, account_id, key_id, currency, kind, amount_nano, balance_after_nano, window_day,
        created_at)
      values ('charge:' || p_hold, p_account, p_key, p_currency, 'CHARGE', -charged, v_after, v_day, p_now);
    if p_key is not null then
      insert into ledger_spend as d (subject_id, currency, day, spent_nano) values (p_key, p_currency, v_day, charged)
        on conflict (subject_id, currency, day) do update set spent_nano = d.spent_nano + charged;
    end if;
  end if;
  select case p_currency when 'USD' then r.account_usd else r.account_diem end into available
    from ledger_room_within(p_account, null, p_now, p_currency = 'USD' and p_locked, p_currency = 'DIEM' and p_locked) r;
  insert into usage_record (request_id, hold_id, account_id, key_id, model_id, model_type, currency, held_nano,
      charged_nano, absorbed_nano, balance_after_nano, lines, estimated, ending, status, first_token_ms, duration_ms,
      created_at)
    values (p_request, p_hold, p_account, p_key, p_model, p_type, p_currency, held,
      charged, absorbed, available, p_lines, p_estimated, p_ending, p_status, p_first_token_ms, p_duration_ms, p_now);
end $$;
--> statement-breakpoint
-- Charges what the work of holds cost, once per hold, and writes the usage rows with it; one row per order.
-- refusal: null | CONFLICT (hold of another account or currency) | RELEASED
-- lines, estimated: those of the first time where `repeated`, else null
create function ledger_settle(
  p_holds text[], p_accounts uuid[], p_keys uuid[], p_currencies text[], p_helds bigint[], p_days date[],
  p_costs bigint[], p_lines text[], p_estimated boolean[], p_requests text[], p_models text[], p_types text[],
  p_endings text[], p_statuses integer[], p_first_token_ms integer[], p_duration_ms integer[]
) returns table (
  ord bigint, refusal text, repeated boolean, held bigint, charged bigint, absorbed bigint, available bigint,
  lines jsonb, estimated boolean
) language plpgsql volatile set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
declare
  v_done bigint[] := '{}';
  v_now timestamptz;
  v_with_usd uuid[];
  v_with_diem uuid[];
  v_order record;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ledger_settle needs the isolation level read committed';
  end if;
  -- An acknowledged charge survives everything, also where a hold shares the transaction or the server's default is off.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  if 'DIEM' = any (p_currencies) then
    select array_agg(l.account_id) into v_with_diem from (
      select s.account_id from ledger_stake s where s.account_id = any (p_accounts) order by s.account_id for update
    ) l;
  end if;
  select array_agg(l.account_id) into v_with_usd from (
    select b.account_id from ledger_balance b where b.account_id = any (p_accounts) and b.currency = 'USD'
      order by b.account_id for update
  ) l;
  v_now := ledger_now();

  if cardinality(p_holds) > 1 then
    for ord, held, charged, available in
      with orders as materialized (
        select *, count(*) over (partition by o.hold_id) as times
          from unnest(p_holds, p_accounts, p_keys, p_currencies, p_costs, p_lines, p_estimated, p_requests, p_models,
              p_types, p_endings, p_statuses, p_first_token_ms, p_duration_ms)
            with ordinality as o (hold_id, account_id, key_id, currency, cost, lines, estimated, request_id, model_id,
              model_type, ending, status, first_token_ms, duration_ms, n)
      ), live as materialized (
        -- Open, live, large enough, in DIEM of today: the whole cost is there, whatever else is held.
        select o.*, h.place, h.held_nano, ledger_day(h.created_at) as day,
            row_number() over (partition by o.account_id, o.currency order by o.n) = 1 as first
          from orders o cross join lateral (
            select h.ctid as place, h.* from ledger_hold h where h.id = o.hold_id offset 0
          ) h
          where h.state = 'open' and h.expires_at > v_now and h.account_id = o.account_id and h.currency = o.currency
            and o.cost <= h.held_nano and o.times = 1
            and (o.currency = 'USD' or o.account_id = any (v_with_diem) and ledger_day(h.created_at) = ledger_day(v_now))
      ), purses as (
        -- Looked up once per account and currency, before this statement; nulls elsewhere.
        -- most: what can be charged; room: what could be spent if nothing were held
        select l.*, p.*
          from live l left join lateral (
            select b.posted_nano as most, b.posted_nano as room, null::bigint as credited, 0::bigint as spent,
                (select sum(h.held_nano) from ledger_hold h where h.account_id = l.account_id
                  and h.currency = 'USD' and h.state = 'open' and h.expires_at > v_now) as held
              from ledger_balance b
              where l.first and l.currency = 'USD' and b.account_id = l.account_id and b.currency = 'USD'
            union all
            select greatest(s.staked_nano, coalesce(d.credited_nano, 0)) - coalesce(d.spent_nano, 0),
                s.staked_nano - coalesce(d.spent_nano, 0), d.credited_nano, coalesce(d.spent_nano, 0),
                (select sum(h.held_nano) from ledger_hold h where h.account_id = l.account_id
                  and h.currency = 'DIEM' and h.state = 'open' and h.expires_at > v_now
                  and ledger_day(h.created_at) = ledger_day(v_now))
              from ledger_stake s left join lateral (
                select d.credited_nano, d.spent_nano from ledger_spend d
                  where d.subject_id = l.account_id and d.currency = 'DIEM' and d.day = ledger_day(v_now)
              ) d on true
              where l.first and l.currency = 'DIEM' and s.account_id = l.account_id
          ) p on true
      ), fitting as materialized (
        select * from (
          select p.*, max(p.most) over purse as most_before, max(p.room) over purse as room_before,
              max(p.held) over purse as held_before, sum(p.cost) over purse as purse_cost,
              sum(p.held_nano) over purse as purse_held
            from purses p
            window purse as (partition by p.account_id, p.currency)
        ) f
        -- A stake that was lowered under its holds is for the loop below.
        where case f.currency when 'USD' then f.purse_cost else f.purse_held end <= f.most_before
      ), ended as (
        delete from ledger_hold h where h.ctid = any (array(select f.place from fitting f))
      ), running as materialized (
        select f.*, f.most_before - sum(f.cost) over so_far as posted,
            greatest(f.room_before - sum(f.cost) over so_far - f.held_before + sum(f.held_nano) over so_far, 0)::bigint
              as available
          from fitting f
          window so_far as (partition by f.account_id, f.currency order by f.n)
      ), moved as (
        update ledger_balance b set posted_nano = b.posted_nano - f.purse_cost from fitting f
          where f.first and f.currency = 'USD' and f.purse_cost > 0 and b.account_id = f.account_id and b.currency = 'USD'
      ), daily as (
        insert into ledger_entry (id, account_id, currency, kind, amount_nano, balance_after_nano, window_day, created_at)
          select 'daily:' || f.account_id || ':' || f.day || case when f.credited is null then '' else ':' || f.spent + f.most end,
              f.account_id, 'DIEM', 'DAILY_CREDIT', f.spent + f.most - coalesce(f.credited, 0), f.most, f.day, v_now
            from fitting f
            where f.first and f.currency = 'DIEM' and f.purse_cost > 0 and f.spent + f.most > coalesce(f.credited, 0)
      ), entries as (
        insert into ledger_entry (id, account_id, key_id, currency, kind, amount_nano, balance_after_nano, window_day,
            created_at)
          select 'charge:' || r.hold_id, r.account_id, r.key_id, r.currency, 'CHARGE', -r.cost, r.posted, r.day, v_now
            from running r where r.cost > 0
      ), spend as (
        insert into ledger_spend as d (subject_id, currency, day, spent_nano, credited_nano)
          select f.key_id, f.currency, f.day, sum(f.cost), null::bigint from fitting f
              where f.key_id is not null and f.cost > 0 group by 1, 2, 3
            union all
            select f.account_id, 'DIEM', f.day, f.purse_cost, f.spent + f.most from fitting f
              where f.first and f.currency = 'DIEM' and f.purse_cost > 0
          on conflict (subject_id, currency, day) do update
            set spent_nano = d.spent_nano + excluded.spent_nano, credited_nano = excluded.credited_nano
      ), records as (
        insert into usage_record (request_id, hold_id, account_id, key_id, model_id, model_type, currency, held_nano,
            charged_nano, absorbed_nano, balance_after_nano, lines, estimated, ending, status, first_token_ms, duration_ms,
            created_at)
          select r.request_id, r.hold_id, r.account_id, r.key_id, r.model_id, r.model_type, r.currency, r.held_nano,
              r.cost, 0, r.available, r.lines::jsonb, r.estimated, r.ending, r.status,
              r.first_token_ms, r.duration_ms, v_now
            from running r
      )
      select r.n, r.held_nano, r.cost, r.available from running r
    loop
      refusal := null;
      repeated := false;
      absorbed := 0;
      v_done := v_done || ord;
      return next;
    end loop;
    if cardinality(v_done) = cardinality(p_holds) then
      return;
    end if;
  end if;

  for v_order in
    select * from unnest(p_holds, p_accounts, p_keys, p_currencies, p_helds, p_days, p_costs, p_lines, p_estimated,
        p_requests, p_models, p_types, p_endings, p_statuses, p_first_token_ms, p_duration_ms)
      with ordinality as o (hold_id, account_id, key_id, currency, held, day, cost, lines, estimated, request_id,
        model_id, model_type, ending, status, first_token_ms, duration_ms, n)
      where o.n <> all (v_done) order by o.n
  loop
    ord := v_order.n;
    select * into refusal, repeated, held, charged, absorbed, available, lines, estimated
      from ledger_settle_one(v_order.hold_id, v_order.account_id, v_order.key_id, v_order.currency, v_order.held,
        v_order.day, v_order.cost, v_order.lines::jsonb, v_order.estimated, v_order.request_id, v_order.model_id,
        v_order.model_type, v_order.ending, v_order.status, v_order.first_token_ms, v_order.duration_ms, v_now,
        v_order.account_id = any (case v_order.currency when 'DIEM' then v_with_diem else v_with_usd end));
    return next;
  end loop;
end $$;
--> statement-breakpoint
-- Gives holds back; one that is settled, released or unknown stays as it is. Lost in a crash it does no harm: the
-- hold then ends by its time. So its commit does not wait for the disk either.
create function ledger_release(p_ids text[]) returns void language plpgsql volatile set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  -- In one order everywhere: two processes may give back the same ones.
  perform from ledger_hold h where h.id = any (p_ids) and h.state = 'open' order by h.id for update;
  update ledger_hold h set state = 'released' where h.id = any (p_ids) and h.state = 'open';
end $$;
--> statement-breakpoint
-- Sets what an account has staked. Counts at once for the rest of the day; what was spent today stays spent.
-- p_wallet: whose stake on the chain is read from now on; null for an amount that an operator sets
create function ledger_set_stake(p_account uuid, p_staked bigint, p_wallet text) returns void
language sql volatile as $$
  insert into ledger_stake (account_id, staked_nano, wallet_address, updated_at)
    values (p_account, p_staked, p_wallet, ledger_now())
    on conflict (account_id) do update
      set staked_nano = p_staked, wallet_address = p_wallet, updated_at = ledger_now()
$$;
--> statement-breakpoint
drop function ledger_credit(text, uuid, text, text, bigint, text);
--> statement-breakpoint
-- Adds USD, once per entry id; one row per order. posted: the balance right after the entry, also at a repeat.
-- refusal: null | CONFLICT (the id stands for another entry)
create function ledger_credit(p_ids text[], p_accounts uuid[], p_kinds text[], p_amounts bigint[], p_notes text[])
returns table (ord bigint, refusal text, repeated boolean, posted bigint)
language plpgsql volatile set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
declare
  v_now timestamptz;
  v_order record;
  v_first ledger_entry%rowtype;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ledger_credit needs the isolation level read committed';
  end if;
  if 0 >= any (p_amounts) then
    raise exception 'ledger_credit needs amounts above zero';
  end if;
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;

  -- Made first, so that there is a row to lock: the first two credits of an account may come at once.
  insert into ledger_balance (account_id, currency, posted_nano)
    select distinct a.id, 'USD', 0 from unnest(p_accounts) as a (id) order by a.id
    on conflict do nothing;
  perform from ledger_balance b where b.account_id = any (p_accounts) and b.currency = 'USD'
    order by b.account_id for update;
  v_now := ledger_now();

  for v_order in
    select * from unnest(p_ids, p_accounts, p_kinds, p_amounts, p_notes)
      with ordinality as o (id, account_id, kind, amount, note, n) order by o.n
  loop
    ord := v_order.n;
    refusal := null;
    select * into v_first from ledger_entry e where e.id = v_order.id;
    repeated := found;
    if repeated then
      posted := v_first.balance_after_nano;
      if v_first.account_id <> v_order.account_id or v_first.currency <> 'USD' or v_first.kind <> v_order.kind
        or v_first.amount_nano <> v_order.amount then
        refusal := 'CONFLICT';
      end if;
    else
      update ledger_balance b set posted_nano = b.posted_nano + v_order.amount
        where b.account_id = v_order.account_id and b.currency = 'USD' returning b.posted_nano into posted;
      insert into ledger_entry (id, account_id, currency, kind, amount_nano, balance_after_nano, window_day, note,
          created_at)
        values (v_order.id, v_order.account_id, 'USD', v_order.kind, v_order.amount, posted, ledger_day(v_now),
          v_order.note, v_now);
    end if;
    return next;
  end loop;
end $$;
