-- The ledger's verbs. Each is called as one statement (`select * from ledger_hold(...)`) and decides inside the
-- database, so that no amount is ever computed from a balance that was read a moment ago.
--
-- Why lock-then-sum is exact: all four are VOLATILE, and in READ COMMITTED each statement inside a volatile function
-- sees what was committed before that statement. `for update` on the balance row makes holds and settles of one
-- account and currency follow one another; the sum after it therefore sees every hold that went before. In a
-- stricter isolation the sum would see an old picture, hence the check at the top.
--
-- Refusals are returned, not raised, so that many orders can share one statement and one commit.

-- Sets aside least(available, maximum) where that reaches the minimum.
-- refusal: null | BLOCKED (account) | KEY | INSUFFICIENT | CONFLICT (id used for another order) | ENDED (hold is over)
create function ledger_hold(
  p_id text, p_account uuid, p_key uuid, p_currency text, p_maximum bigint, p_minimum bigint,
  p_ttl_seconds double precision,
  out refusal text, out held bigint, out available bigint
) language plpgsql volatile as $$
declare
  v_posted bigint;
  v_live bigint;
  v_open boolean;
  v_key_valid boolean;
  v_known ledger_hold%rowtype;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ledger_hold needs the isolation level read committed';
  end if;
  -- A hold need not survive a crash: the settle posts without it. So its commit does not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);

  select b.posted_nano into v_posted from ledger_balance b
    where b.account_id = p_account and b.currency = p_currency for update;

  select * into v_known from ledger_hold h where h.id = p_id;
  if found then
    available := v_known.balance_before_nano;
    if v_known.account_id <> p_account or v_known.key_id is distinct from p_key
      or v_known.currency <> p_currency or v_known.maximum_nano <> p_maximum then
      refusal := 'CONFLICT';
    elsif v_known.state <> 'open' or v_known.expires_at <= clock_timestamp() then
      refusal := 'ENDED';
    else
      held := v_known.held_nano;
    end if;
    return;
  end if;

  select coalesce(sum(h.held_nano), 0)::bigint into v_live from ledger_hold h
    where h.account_id = p_account and h.currency = p_currency and h.state = 'open'
      and h.expires_at > clock_timestamp();
  available := greatest(coalesce(v_posted, 0) - v_live, 0);

  -- Here, and not only in the caches before it: a key revoked a moment ago can never spend.
  select a.blocked_at is null, p_key is null or exists (
      select 1 from api_key k where k.id = p_key and k.account_id = p_account and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > clock_timestamp()))
    into v_open, v_key_valid from account a where a.id = p_account;

  if v_open is not true then
    refusal := 'BLOCKED';
  elsif not v_key_valid then
    refusal := 'KEY';
  elsif least(available, p_maximum) < p_minimum then
    refusal := 'INSUFFICIENT';
  else
    held := least(available, p_maximum);
    insert into ledger_hold (id, account_id, key_id, currency, held_nano, maximum_nano, balance_before_nano, state,
        created_at, expires_at)
      values (p_id, p_account, p_key, p_currency, held, p_maximum, available, 'open',
        clock_timestamp(), clock_timestamp() + make_interval(secs => p_ttl_seconds))
      on conflict (id) do nothing;
    -- Another account took the same id at this very moment.
    if not found then
      refusal := 'CONFLICT';
      held := null;
    end if;
  end if;
end $$;
--> statement-breakpoint
-- Charges what the work cost, once per hold, and writes the usage row with it.
-- refusal: null | CONFLICT (hold of another account or currency) | RELEASED
create function ledger_settle(
  p_hold text, p_account uuid, p_key uuid, p_currency text, p_held bigint, p_cost bigint, p_lines jsonb,
  p_estimated boolean, p_request text, p_model text, p_ending text, p_first_token_ms integer, p_duration_ms integer,
  out refusal text, out repeated boolean, out held bigint, out charged bigint, out absorbed bigint,
  out available bigint, out lines jsonb, out estimated boolean
) language plpgsql volatile as $$
declare
  v_posted bigint;
  v_others bigint;
  v_own bigint := 0;
  v_hold ledger_hold%rowtype;
  v_first usage_record%rowtype;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ledger_settle needs the isolation level read committed';
  end if;
  -- An acknowledged charge survives everything, also where a hold shares the transaction or the server's default is off.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;

  select b.posted_nano into v_posted from ledger_balance b
    where b.account_id = p_account and b.currency = p_currency for update;
  v_posted := coalesce(v_posted, 0);

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
  select * into v_hold from ledger_hold h where h.id = p_hold for update;
  if found then
    if v_hold.account_id <> p_account or v_hold.currency <> p_currency then
      refusal := 'CONFLICT';
      return;
    elsif v_hold.state = 'released' then
      refusal := 'RELEASED';
      return;
    end if;
    held := v_hold.held_nano;
    if v_hold.expires_at > clock_timestamp() then
      v_own := v_hold.held_nano;
    end if;
  end if;

  -- Within a live hold the cost is always there; above it, and without one, only what no other hold has set aside.
  select coalesce(sum(h.held_nano), 0)::bigint into v_others from ledger_hold h
    where h.account_id = p_account and h.currency = p_currency and h.state = 'open'
      and h.expires_at > clock_timestamp() and h.id <> p_hold;
  charged := least(p_cost, v_posted, greatest(v_posted - v_others, v_own, 0));
  absorbed := p_cost - charged;
  v_posted := v_posted - charged;
  available := greatest(v_posted - v_others, 0);
  lines := p_lines;
  estimated := p_estimated;
  repeated := false;

  update ledger_hold h set state = 'settled' where h.id = p_hold;
  if charged > 0 then
    update ledger_balance b set posted_nano = v_posted where b.account_id = p_account and b.currency = p_currency;
    insert into ledger_entry (id, account_id, key_id, currency, kind, amount_nano, balance_after_nano, created_at)
      values ('charge:' || p_hold, p_account, p_key, p_currency, 'CHARGE', -charged, v_posted, clock_timestamp());
  end if;
  insert into usage_record (request_id, hold_id, account_id, key_id, model_id, currency, held_nano, charged_nano,
      absorbed_nano, balance_after_nano, lines, estimated, ending, first_token_ms, duration_ms, created_at)
    values (p_request, p_hold, p_account, p_key, p_model, p_currency, held, charged,
      absorbed, available, p_lines, p_estimated, p_ending, p_first_token_ms, p_duration_ms, clock_timestamp());
end $$;
--> statement-breakpoint
-- Gives a hold back; one that is settled, released or unknown stays as it is. Lost in a crash it does no harm: the
-- hold then ends by its time. So its commit does not wait for the disk either.
create function ledger_release(p_id text, out released boolean) language plpgsql volatile as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update ledger_hold h set state = 'released' where h.id = p_id and h.state = 'open';
  released := found;
end $$;
--> statement-breakpoint
-- Adds money, once per entry id. posted: the balance right after this entry, also at a repeat.
-- refusal: null | CONFLICT (the id stands for another entry)
create function ledger_credit(
  p_id text, p_account uuid, p_currency text, p_kind text, p_amount bigint, p_note text,
  out refusal text, out repeated boolean, out posted bigint
) language plpgsql volatile as $$
declare
  v_first ledger_entry%rowtype;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ledger_credit needs the isolation level read committed';
  end if;
  if p_amount <= 0 then
    raise exception 'ledger_credit needs an amount above zero';
  end if;
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;

  -- Made first, so that there is a row to lock: the first two credits of an account may come at once.
  insert into ledger_balance (account_id, currency, posted_nano) values (p_account, p_currency, 0)
    on conflict do nothing;
  select b.posted_nano into posted from ledger_balance b
    where b.account_id = p_account and b.currency = p_currency for update;

  select * into v_first from ledger_entry e where e.id = p_id;
  if found then
    repeated := true;
    posted := v_first.balance_after_nano;
    if v_first.account_id <> p_account or v_first.currency <> p_currency or v_first.kind <> p_kind
      or v_first.amount_nano <> p_amount then
      refusal := 'CONFLICT';
    end if;
    return;
  end if;

  repeated := false;
  posted := posted + p_amount;
  update ledger_balance b set posted_nano = posted where b.account_id = p_account and b.currency = p_currency;
  insert into ledger_entry (id, account_id, currency, kind, amount_nano, balance_after_nano, note, created_at)
    values (p_id, p_account, p_currency, p_kind, p_amount, posted, p_note, clock_timestamp());
end $$;
