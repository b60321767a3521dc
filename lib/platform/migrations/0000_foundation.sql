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
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_link" ADD CONSTRAINT "one_time_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_balance" ADD CONSTRAINT "ledger_balance_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_hold" ADD CONSTRAINT "ledger_hold_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_record" ADD CONSTRAINT "usage_record_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_by_account" ON "api_key" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_entry_by_account" ON "ledger_entry" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_hold_open" ON "ledger_hold" USING btree ("account_id","currency","expires_at") WHERE "ledger_hold"."state" = 'open';--> statement-breakpoint
CREATE INDEX "usage_record_by_account" ON "usage_record" USING btree ("account_id","created_at");