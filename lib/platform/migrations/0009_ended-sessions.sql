CREATE TABLE "ended_session" (
	"account_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ended_session_account_id_session_id_pk" PRIMARY KEY("account_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "ended_session" ADD CONSTRAINT "ended_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_session_by_expiry" ON "ended_session" USING btree ("expires_at");