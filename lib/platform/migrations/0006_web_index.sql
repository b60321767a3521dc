CREATE TABLE "web_document" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_id" uuid NOT NULL,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"date" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "web_index_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"passages_added" integer NOT NULL,
	"passages_removed" integer NOT NULL,
	CONSTRAINT "web_index_state_is_one" CHECK ("web_index_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "web_passage" (
	"id" integer PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"owner_id" uuid,
	"heading" text NOT NULL,
	"text" text NOT NULL,
	"terms" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "web_passage"."heading"), 'A') || setweight(to_tsvector('english', "web_passage"."text"), 'B')) STORED
);
--> statement-breakpoint
CREATE TABLE "web_passage_vector" (
	"passage_id" integer NOT NULL,
	"model" text NOT NULL,
	"version" bigint NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "web_passage_vector_passage_id_model_pk" PRIMARY KEY("passage_id","model")
);
--> statement-breakpoint
CREATE TABLE "web_source" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"base_url" text NOT NULL,
	"max_pages" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "web_document" ADD CONSTRAINT "web_document_source_id_web_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."web_source"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_passage" ADD CONSTRAINT "web_passage_document_id_web_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."web_document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_passage" ADD CONSTRAINT "web_passage_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_passage_vector" ADD CONSTRAINT "web_passage_vector_passage_id_web_passage_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."web_passage"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_source" ADD CONSTRAINT "web_source_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "web_document_once" ON "web_document" USING btree ("source_id","url");--> statement-breakpoint
CREATE INDEX "web_passage_by_term" ON "web_passage" USING gin ("terms");--> statement-breakpoint
CREATE INDEX "web_passage_by_document" ON "web_passage" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "web_passage_vector_by_version" ON "web_passage_vector" USING btree ("model","version","passage_id");--> statement-breakpoint
CREATE UNIQUE INDEX "web_source_once" ON "web_source" USING btree (coalesce("owner_id", '00000000-0000-0000-0000-000000000000'::uuid),"target");