CREATE TABLE "web_vector_queue" (
	"passage_id" integer NOT NULL,
	"model" text NOT NULL,
	"turn_of" uuid NOT NULL,
	"taken_until" timestamp with time zone,
	CONSTRAINT "web_vector_queue_passage_id_model_pk" PRIMARY KEY("passage_id","model")
);
--> statement-breakpoint
CREATE TABLE "web_vector_turn" (
	"model" text PRIMARY KEY NOT NULL,
	"queued_id" integer DEFAULT 0 NOT NULL,
	"turn_of" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "web_vector_queue" ADD CONSTRAINT "web_vector_queue_passage_id_web_passage_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."web_passage"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "web_vector_queue_by_turn" ON "web_vector_queue" USING btree ("model","turn_of","passage_id");