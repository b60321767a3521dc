CREATE TABLE "audit_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connected_model" (
	"key" uuid PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"entry" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "connected_model_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "connected_provider" (
	"id" text PRIMARY KEY NOT NULL,
	"preset" text NOT NULL,
	"base_url" text,
	"region" text,
	"markup" text NOT NULL,
	"sealed_credentials" text,
	"enabled" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "connected_provider_id" CHECK ("connected_provider"."id" ~ '^[a-z][a-z0-9-]{0,31}$')
);
--> statement-breakpoint
CREATE TABLE "connected_revision" (
	"id" integer PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "connected_revision_is_one" CHECK ("connected_revision"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entry_by_time" ON "audit_entry" USING btree ("at","id");