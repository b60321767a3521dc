CREATE TABLE "wallet_nonce" (
	"address" text NOT NULL,
	"nonce" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallet_nonce_address_nonce_pk" PRIMARY KEY("address","nonce")
);
--> statement-breakpoint
CREATE INDEX "wallet_nonce_by_expiry" ON "wallet_nonce" USING btree ("expires_at");