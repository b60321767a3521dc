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
CREATE INDEX "idempotency_claim_by_age" ON "idempotency_claim" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "rate_limit_event_by_account" ON "rate_limit_event" USING btree ("account_id","at");