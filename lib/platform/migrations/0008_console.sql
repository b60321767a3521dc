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
ALTER TABLE "account" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "wallet_address" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_identity" ADD CONSTRAINT "account_identity_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failed_request_by_account" ON "failed_request" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "failed_request_of_ours" ON "failed_request" USING btree ("at") WHERE "failed_request"."status" >= 500;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_wallet_address_unique" UNIQUE("wallet_address");--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_named" CHECK (("account"."deleted_at" is null) = ("account"."email" is not null or "account"."wallet_address" is not null));