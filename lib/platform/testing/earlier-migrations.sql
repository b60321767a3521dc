-- The ten migrations that the baseline replaced, without their comments. Tests make databases of earlier versions with
-- them (lib/platform/testing/test-earlier-database.ts).
--> migration 0000_foundation 1795263835201
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"tier" text DEFAULT 'standard' NOT NULL,
	"pro" boolean DEFAULT false NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"blocked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_email_unique" UNIQUE("email"),
	CONSTRAINT "account_role" CHECK ("account"."role" in ('owner', 'member')),
	CONSTRAINT "account_tier" CHECK ("account"."tier" in ('standard', 'partner'))
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"type" text NOT NULL,
	"description" text NOT NULL,
	"secret_hash" text NOT NULL,
	"last_six" text NOT NULL,
	"model_privacy" text DEFAULT 'ALL' NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_key_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "installation_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"account_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_balance" (
	"account_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"posted_nano" bigint NOT NULL,
	CONSTRAINT "ledger_balance_account_id_currency_pk" PRIMARY KEY("account_id","currency"),
	CONSTRAINT "ledger_balance_not_negative" CHECK ("ledger_balance"."posted_nano" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"key_id" uuid,
	"currency" text NOT NULL,
	"kind" text NOT NULL,
	"amount_nano" bigint NOT NULL,
	"balance_after_nano" bigint NOT NULL,
	"note" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_hold" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"key_id" uuid,
	"currency" text NOT NULL,
	"held_nano" bigint NOT NULL,
	"maximum_nano" bigint NOT NULL,
	"balance_before_nano" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_hold_not_negative" CHECK ("ledger_hold"."held_nano" >= 0)
);
--> statement-breakpoint
CREATE TABLE "usage_record" (
	"request_id" text PRIMARY KEY NOT NULL,
	"hold_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"key_id" uuid,
	"model_id" text NOT NULL,
	"currency" text NOT NULL,
	"held_nano" bigint NOT NULL,
	"charged_nano" bigint NOT NULL,
	"absorbed_nano" bigint NOT NULL,
	"balance_after_nano" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"estimated" boolean NOT NULL,
	"ending" text NOT NULL,
	"first_token_ms" integer,
	"duration_ms" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "usage_record_hold_id_unique" UNIQUE("hold_id"),
	CONSTRAINT "usage_record_not_negative" CHECK ("usage_record"."charged_nano" >= 0 and "usage_record"."absorbed_nano" >= 0)
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "one_time_link" ADD CONSTRAINT "one_time_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_balance" ADD CONSTRAINT "ledger_balance_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_hold" ADD CONSTRAINT "ledger_hold_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "usage_record" ADD CONSTRAINT "usage_record_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "api_key_by_account" ON "api_key" USING btree ("account_id","created_at");
--> statement-breakpoint
CREATE INDEX "ledger_entry_by_account" ON "ledger_entry" USING btree ("account_id","created_at");
--> statement-breakpoint
CREATE INDEX "ledger_hold_open" ON "ledger_hold" USING btree ("account_id","currency","expires_at") WHERE "ledger_hold"."state" = 'open';
--> statement-breakpoint
CREATE INDEX "usage_record_by_account" ON "usage_record" USING btree ("account_id","created_at");
--> migration 0001_ledger-functions 1795263836058
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
    if not found then
      refusal := 'CONFLICT';
      held := null;
    end if;
  end if;
end $$;
--> statement-breakpoint
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
create function ledger_release(p_id text, out released boolean) language plpgsql volatile as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update ledger_hold h set state = 'released' where h.id = p_id and h.state = 'open';
  released := found;
end $$;
--> statement-breakpoint
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
--> migration 0002_key-limit-period 1795269058309
ALTER TABLE "api_key" ADD COLUMN "limit_period" text DEFAULT 'EPOCH' NOT NULL;
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_limit_period" CHECK ("api_key"."limit_period" in ('EPOCH', 'MONTH', 'LIFETIME'));
--> migration 0003_exact-ledger 1795273184730
CREATE TABLE "ledger_spend" (
	"subject_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"spent_nano" bigint NOT NULL,
	"credited_nano" bigint,
	CONSTRAINT "ledger_spend_subject_id_currency_day_pk" PRIMARY KEY("subject_id","currency","day"),
	CONSTRAINT "ledger_spend_within_credit" CHECK ("ledger_spend"."spent_nano" >= 0 and ("ledger_spend"."credited_nano" is null or "ledger_spend"."spent_nano" <= "ledger_spend"."credited_nano"))
);
--> statement-breakpoint
CREATE TABLE "ledger_stake" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"staked_nano" bigint NOT NULL,
	"wallet_address" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_stake_wallet_address_unique" UNIQUE("wallet_address"),
	CONSTRAINT "ledger_stake_not_negative" CHECK ("ledger_stake"."staked_nano" >= 0)
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "limit_usd_nano" bigint;
--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "limit_diem_nano" bigint;
--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "window_day" date;
--> statement-breakpoint
UPDATE "ledger_entry" SET "window_day" = ("created_at" AT TIME ZONE 'UTC')::date;
--> statement-breakpoint
ALTER TABLE "ledger_entry" ALTER COLUMN "window_day" SET NOT NULL;
--> statement-breakpoint
INSERT INTO "ledger_spend" ("subject_id", "currency", "day", "spent_nano")
	SELECT "key_id", "currency", "window_day", -sum("amount_nano") FROM "ledger_entry"
	WHERE "kind" = 'CHARGE' AND "key_id" IS NOT NULL GROUP BY 1, 2, 3;
--> statement-breakpoint
DELETE FROM "ledger_hold" WHERE "state" = 'settled';
--> statement-breakpoint
ALTER TABLE "ledger_hold" RENAME COLUMN "balance_before_nano" TO "usd_before_nano";
--> statement-breakpoint
ALTER TABLE "ledger_hold" ADD COLUMN "diem_before_nano" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "ledger_hold" ALTER COLUMN "diem_before_nano" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "usage_record" ADD COLUMN "model_type" text DEFAULT 'text' NOT NULL;
--> statement-breakpoint
ALTER TABLE "usage_record" ADD COLUMN "status" integer DEFAULT 200 NOT NULL;
--> statement-breakpoint
ALTER TABLE "ledger_stake" ADD CONSTRAINT "ledger_stake_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_limits_not_negative" CHECK (coalesce("api_key"."limit_usd_nano", 0) >= 0 and coalesce("api_key"."limit_diem_nano", 0) >= 0);
--> statement-breakpoint
CREATE INDEX "usage_record_diem" ON "usage_record" USING btree ("account_id","created_at","request_id") WHERE "usage_record"."currency" = 'DIEM';
--> migration 0004_set-wise-ledger 1795273185576
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
create function ledger_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;
--> statement-breakpoint
create function ledger_day(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'UTC')::date
$$;
--> statement-breakpoint
create function ledger_window(p_period text, p_day date, out p_from date, out p_to date) language sql immutable as $$
  select
    case p_period when 'EPOCH' then p_day when 'MONTH' then date_trunc('month', p_day::timestamp)::date
      else '-infinity'::date end,
    case p_period when 'EPOCH' then p_day + 1
      when 'MONTH' then (date_trunc('month', p_day::timestamp) + interval '1 month')::date
      else 'infinity'::date end
$$;
--> statement-breakpoint
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
  usd := case when usd is not null then greatest(usd - v_spent_usd, 0) end;
  diem := case when diem is not null then greatest(diem - v_spent_diem, 0) end;
end $$;
--> statement-breakpoint
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
  if not found then
    refusal := 'CONFLICT';
    held := null;
  end if;
end $$;
--> statement-breakpoint
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
    v_most := case when v_day = v_today then greatest(v_room, coalesce(v_credited, 0))
      else coalesce(v_credited, greatest(v_hold.diem_before_nano, p_held)) end - v_spent;
    v_most := greatest(v_most, v_own);
    v_room := case when v_day = v_today then v_room - v_spent else v_most end - v_others;
  end if;
  charged := least(p_cost, v_most, greatest(v_room, v_own, 0));
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
        select o.*, h.place, h.held_nano, ledger_day(h.created_at) as day,
            row_number() over (partition by o.account_id, o.currency order by o.n) = 1 as first
          from orders o cross join lateral (
            select h.ctid as place, h.* from ledger_hold h where h.id = o.hold_id offset 0
          ) h
          where h.state = 'open' and h.expires_at > v_now and h.account_id = o.account_id and h.currency = o.currency
            and o.cost <= h.held_nano and o.times = 1
            and (o.currency = 'USD' or o.account_id = any (v_with_diem) and ledger_day(h.created_at) = ledger_day(v_now))
      ), purses as (
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
create function ledger_release(p_ids text[]) returns void language plpgsql volatile set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from ledger_hold h where h.id = any (p_ids) and h.state = 'open' order by h.id for update;
  update ledger_hold h set state = 'released' where h.id = any (p_ids) and h.state = 'open';
end $$;
--> statement-breakpoint
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
--> migration 0005_the-wire 1795284296395
CREATE TABLE "idempotency_claim" (
	"account_id" uuid NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"request_id" text NOT NULL,
	"hold_id" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"answer_kind" text,
	"answer" text,
	"facts" jsonb,
	CONSTRAINT "idempotency_claim_account_id_route_key_pk" PRIMARY KEY("account_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limit_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"key_id" uuid,
	"model_id" text NOT NULL,
	"tier" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_process" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_claim_by_age" ON "idempotency_claim" USING btree ("claimed_at");
--> statement-breakpoint
CREATE INDEX "rate_limit_event_by_account" ON "rate_limit_event" USING btree ("account_id","at");
--> migration 0006_characters 1795296010418
CREATE TABLE "character" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"prompt" text NOT NULL,
	"tags" text[] NOT NULL,
	"tag_keys" text[] NOT NULL,
	"search_text" text NOT NULL,
	"adult" boolean NOT NULL,
	"featured" boolean NOT NULL,
	"web_enabled" boolean NOT NULL,
	"model_id" text,
	"photo_url" text,
	"replaces_service_prompt" boolean NOT NULL,
	"published_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"import_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "character_slug_unique" UNIQUE("slug"),
	CONSTRAINT "character_counts" CHECK ("character"."import_count" >= 0 and "character"."rating_count" >= 0 and "character"."rating_sum" between "character"."rating_count" and 5 * "character"."rating_count")
);
--> statement-breakpoint
CREATE TABLE "character_import" (
	"character_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "character_import_character_id_account_id_pk" PRIMARY KEY("character_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "character_review" (
	"id" uuid PRIMARY KEY NOT NULL,
	"character_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"message" text,
	"locale" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "character_review_once" UNIQUE("character_id","account_id"),
	CONSTRAINT "character_review_rating" CHECK ("character_review"."rating" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "character" ADD CONSTRAINT "character_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "character_import" ADD CONSTRAINT "character_import_character_id_character_id_fk" FOREIGN KEY ("character_id") REFERENCES "public"."character"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "character_import" ADD CONSTRAINT "character_import_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "character_review" ADD CONSTRAINT "character_review_character_id_character_id_fk" FOREIGN KEY ("character_id") REFERENCES "public"."character"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "character_review" ADD CONSTRAINT "character_review_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "character_by_owner" ON "character" USING btree ("owner_id","created_at");
--> statement-breakpoint
CREATE INDEX "character_by_imports" ON "character" USING btree ("import_count","created_at") WHERE "character"."published_at" is not null and "character"."hidden_at" is null;
--> statement-breakpoint
CREATE INDEX "character_by_time" ON "character" USING btree ("created_at") WHERE "character"."published_at" is not null and "character"."hidden_at" is null;
--> statement-breakpoint
CREATE INDEX "character_by_tag" ON "character" USING gin ("tag_keys");
--> statement-breakpoint
CREATE INDEX "character_review_by_time" ON "character_review" USING btree ("character_id","created_at","id");
--> migration 0007_quicker-rooms 1795320270485
alter function ledger_hold(text[], uuid[], uuid[], bigint[], bigint[], double precision[]) set enable_bitmapscan to off;
--> statement-breakpoint
alter function ledger_settle(
  text[], uuid[], uuid[], text[], bigint[], date[], bigint[], text[], boolean[], text[], text[], text[], text[],
  integer[], integer[], integer[]
) set enable_bitmapscan to off;
--> statement-breakpoint
alter function ledger_release(text[]) set enable_bitmapscan to off;
--> statement-breakpoint
alter function ledger_room(uuid, uuid, timestamptz, boolean, boolean) set enable_bitmapscan to off;
--> statement-breakpoint
create or replace function ledger_now() returns timestamptz language plpgsql volatile as $$
begin
  return clock_timestamp();
end $$;
--> statement-breakpoint
create function ledger_window_from(p_period text, p_day date) returns date language sql immutable as $$
  select case p_period when 'EPOCH' then p_day when 'MONTH' then date_trunc('month', p_day::timestamp)::date
    else '-infinity'::date end
$$;
--> statement-breakpoint
create function ledger_window_to(p_period text, p_day date) returns date language sql immutable as $$
  select case p_period when 'EPOCH' then p_day + 1
    when 'MONTH' then (date_trunc('month', p_day::timestamp) + interval '1 month')::date else 'infinity'::date end
$$;
--> statement-breakpoint
create or replace function ledger_room_within(p_account uuid, p_key uuid, p_now timestamptz, p_usd boolean, p_diem boolean)
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
            k.limit_usd_nano, k.limit_diem_nano, ledger_window_from(k.limit_period, ledger_day(p_now)) as p_from,
            ledger_window_to(k.limit_period, ledger_day(p_now)) as p_to
          from api_key k
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
--> migration 0008_console 1795329397628
CREATE TABLE "account_identity" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" uuid NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_identity_provider_subject_pk" PRIMARY KEY("provider","subject"),
	CONSTRAINT "account_identity_one_each" UNIQUE("account_id","provider")
);
--> statement-breakpoint
CREATE TABLE "failed_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"account_id" uuid,
	"key_id" uuid,
	"model_id" text,
	"route" text NOT NULL,
	"status" integer NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"cause" text,
	"duration_ms" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ALTER COLUMN "email" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "account" ALTER COLUMN "password_hash" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "wallet_address" text;
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "name" text;
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "deleted_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "account_identity" ADD CONSTRAINT "account_identity_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "failed_request_by_account" ON "failed_request" USING btree ("account_id","at");
--> statement-breakpoint
CREATE INDEX "failed_request_of_ours" ON "failed_request" USING btree ("at") WHERE "failed_request"."status" >= 500;
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_wallet_address_unique" UNIQUE("wallet_address");
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_named" CHECK (("account"."deleted_at" is null) = ("account"."email" is not null or "account"."wallet_address" is not null));
--> migration 0009_ended-sessions 1795457951774
CREATE TABLE "ended_session" (
	"account_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ended_session_account_id_session_id_pk" PRIMARY KEY("account_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "ended_session" ADD CONSTRAINT "ended_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "ended_session_by_expiry" ON "ended_session" USING btree ("expires_at");
