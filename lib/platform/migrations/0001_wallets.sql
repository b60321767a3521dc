CREATE TABLE "wallet_nonce" (
	"address" text NOT NULL,
	"nonce" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallet_nonce_address_nonce_pk" PRIMARY KEY("address","nonce")
);
--> statement-breakpoint
CREATE TABLE "wallet_payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"payment_key" text NOT NULL,
	"payer" text NOT NULL,
	"pay_to" text NOT NULL,
	"amount_micro" bigint NOT NULL,
	"account_id" uuid,
	"state" text NOT NULL,
	"transaction_id" text,
	"payload" jsonb,
	"expires_at" bigint NOT NULL,
	"from_block" bigint NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallet_payment_once" UNIQUE("network","payment_key"),
	CONSTRAINT "wallet_payment_state" CHECK ("wallet_payment"."state" in ('verified', 'settling', 'credited', 'failed')),
	CONSTRAINT "wallet_payment_amount" CHECK ("wallet_payment"."amount_micro" > 0)
);
--> statement-breakpoint
ALTER TABLE "wallet_payment" ADD CONSTRAINT "wallet_payment_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wallet_nonce_by_expiry" ON "wallet_nonce" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_payment_transaction_once" ON "wallet_payment" USING btree ("transaction_id") WHERE "wallet_payment"."network" like 'solana:%';--> statement-breakpoint
CREATE INDEX "wallet_payment_open" ON "wallet_payment" USING btree ("lease_until") WHERE "wallet_payment"."state" in ('verified', 'settling');--> statement-breakpoint
CREATE INDEX "wallet_payment_by_account" ON "wallet_payment" USING btree ("account_id","created_at");