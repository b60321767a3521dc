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
ALTER TABLE "api_key" ADD COLUMN "limit_usd_nano" bigint;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "limit_diem_nano" bigint;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "window_day" date;--> statement-breakpoint
UPDATE "ledger_entry" SET "window_day" = ("created_at" AT TIME ZONE 'UTC')::date;--> statement-breakpoint
ALTER TABLE "ledger_entry" ALTER COLUMN "window_day" SET NOT NULL;--> statement-breakpoint
INSERT INTO "ledger_spend" ("subject_id", "currency", "day", "spent_nano")
	SELECT "key_id", "currency", "window_day", -sum("amount_nano") FROM "ledger_entry"
	WHERE "kind" = 'CHARGE' AND "key_id" IS NOT NULL GROUP BY 1, 2, 3;--> statement-breakpoint
DELETE FROM "ledger_hold" WHERE "state" = 'settled';--> statement-breakpoint
ALTER TABLE "ledger_hold" RENAME COLUMN "balance_before_nano" TO "usd_before_nano";--> statement-breakpoint
ALTER TABLE "ledger_hold" ADD COLUMN "diem_before_nano" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_hold" ALTER COLUMN "diem_before_nano" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "usage_record" ADD COLUMN "model_type" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_record" ADD COLUMN "status" integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_stake" ADD CONSTRAINT "ledger_stake_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_limits_not_negative" CHECK (coalesce("api_key"."limit_usd_nano", 0) >= 0 and coalesce("api_key"."limit_diem_nano", 0) >= 0);--> statement-breakpoint
CREATE INDEX "usage_record_diem" ON "usage_record" USING btree ("account_id","created_at","request_id") WHERE "usage_record"."currency" = 'DIEM';