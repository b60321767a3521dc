CREATE TABLE "account_wallet" (
	"address" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation_mark" (
	"name" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_wallet" ADD CONSTRAINT "account_wallet_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_wallet_by_account" ON "account_wallet" USING btree ("account_id","created_at");--> statement-breakpoint
-- Moves the whole USD balance of an account to another one, once per ID. The caller has blocked the account before, in
-- the same transaction: a hold that waits for the balance is then refused.
-- refusal: null | IN_FLIGHT (live holds) | CONFLICT (the ID was used for other accounts)
create function ledger_transfer(
  p_id text, p_from uuid, p_to uuid, p_note_from text, p_note_to text, out refusal text, out moved bigint
) language plpgsql volatile set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
declare
  v_now timestamptz;
  v_out ledger_entry%rowtype;
  v_in ledger_entry%rowtype;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ledger_transfer needs the isolation level read committed';
  end if;
  if p_from = p_to then
    raise exception 'ledger_transfer needs two accounts';
  end if;
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;

  insert into ledger_balance (account_id, currency, posted_nano)
    select a.id, 'USD', 0 from unnest(array[p_from, p_to]) as a (id) order by a.id
    on conflict do nothing;
  perform from ledger_balance b where b.account_id in (p_from, p_to) and b.currency = 'USD'
    order by b.account_id for update;
  v_now := ledger_now();

  select * into v_out from ledger_entry e where e.id = 'transfer-out:' || p_id;
  if found then
    select * into v_in from ledger_entry e where e.id = 'transfer-in:' || p_id;
    moved := v_in.amount_nano;
    if v_out.account_id <> p_from or v_in.account_id <> p_to then
      refusal := 'CONFLICT';
    end if;
    return;
  end if;
  if exists (select from ledger_hold h where h.account_id = p_from and h.state = 'open' and h.expires_at > v_now) then
    refusal := 'IN_FLIGHT';
    return;
  end if;

  select b.posted_nano into moved from ledger_balance b where b.account_id = p_from and b.currency = 'USD';
  if moved = 0 then
    return;
  end if;
  update ledger_balance b set posted_nano = 0 where b.account_id = p_from and b.currency = 'USD';
  update ledger_balance b set posted_nano = b.posted_nano + moved
    where b.account_id = p_to and b.currency = 'USD' returning b.posted_nano into v_in.balance_after_nano;
  insert into ledger_entry (id, account_id, currency, kind, amount_nano, balance_after_nano, window_day, note,
      created_at)
    values
      ('transfer-out:' || p_id, p_from, 'USD', 'TRANSFER', -moved, 0, ledger_day(v_now), p_note_from, v_now),
      ('transfer-in:' || p_id, p_to, 'USD', 'TRANSFER', moved, v_in.balance_after_nano, ledger_day(v_now), p_note_to,
        v_now);
end $$;
--> statement-breakpoint
-- Takes USD out of an account that an operator has paid back, once per entry ID; never what is held for requests.
-- posted: the balance right after the entry, also for a repeat
-- refusal: null | INSUFFICIENT | CONFLICT (the ID was used for another entry)
create function ledger_withdraw(
  p_id text, p_account uuid, p_amount bigint, p_note text,
  out refusal text, out repeated boolean, out posted bigint
) language plpgsql volatile set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
declare
  v_now timestamptz;
  v_held bigint;
  v_first ledger_entry%rowtype;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'ledger_withdraw needs the isolation level read committed';
  end if;
  if p_amount <= 0 then
    raise exception 'ledger_withdraw needs an amount above zero';
  end if;
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  select b.posted_nano into posted from ledger_balance b where b.account_id = p_account and b.currency = 'USD'
    for update;
  v_now := ledger_now();

  select * into v_first from ledger_entry e where e.id = p_id;
  repeated := found;
  if repeated then
    posted := v_first.balance_after_nano;
    if v_first.account_id <> p_account or v_first.kind <> 'WITHDRAWAL' or v_first.amount_nano <> -p_amount then
      refusal := 'CONFLICT';
    end if;
    return;
  end if;
  select coalesce(sum(h.held_nano), 0) into v_held from ledger_hold h
    where h.account_id = p_account and h.currency = 'USD' and h.state = 'open' and h.expires_at > v_now;
  if coalesce(posted, 0) - v_held < p_amount then
    posted := coalesce(posted, 0);
    refusal := 'INSUFFICIENT';
    return;
  end if;
  update ledger_balance b set posted_nano = b.posted_nano - p_amount
    where b.account_id = p_account and b.currency = 'USD' returning b.posted_nano into posted;
  insert into ledger_entry (id, account_id, currency, kind, amount_nano, balance_after_nano, window_day, note,
      created_at)
    values (p_id, p_account, 'USD', 'WITHDRAWAL', -p_amount, posted, ledger_day(v_now), p_note, v_now);
end $$;
