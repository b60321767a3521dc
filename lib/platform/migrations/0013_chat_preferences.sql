CREATE TABLE "chat_preferences" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"preferences" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_chat" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"chat_id" text NOT NULL,
	"title" text NOT NULL,
	"messages" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shared_chat_of_account" UNIQUE("account_id","chat_id")
);
--> statement-breakpoint
ALTER TABLE "chat_preferences" ADD CONSTRAINT "chat_preferences_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_chat" ADD CONSTRAINT "shared_chat_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;