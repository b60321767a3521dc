CREATE TABLE "character" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"prompt" text NOT NULL,
	"tags" text[] NOT NULL,
	"tag_keys" text[] NOT NULL,
	"search_text" text NOT NULL,
	"adult" boolean NOT NULL,
	"featured" boolean NOT NULL,
	"web_enabled" boolean NOT NULL,
	"model_id" text,
	"photo_url" text,
	"replaces_service_prompt" boolean NOT NULL,
	"published_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"import_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "character_slug_unique" UNIQUE("slug"),
	CONSTRAINT "character_counts" CHECK ("character"."import_count" >= 0 and "character"."rating_count" >= 0 and "character"."rating_sum" between "character"."rating_count" and 5 * "character"."rating_count")
);
--> statement-breakpoint
CREATE TABLE "character_import" (
	"character_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "character_import_character_id_account_id_pk" PRIMARY KEY("character_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "character_review" (
	"id" uuid PRIMARY KEY NOT NULL,
	"character_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"message" text,
	"locale" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "character_review_once" UNIQUE("character_id","account_id"),
	CONSTRAINT "character_review_rating" CHECK ("character_review"."rating" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "character" ADD CONSTRAINT "character_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "character_import" ADD CONSTRAINT "character_import_character_id_character_id_fk" FOREIGN KEY ("character_id") REFERENCES "public"."character"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "character_import" ADD CONSTRAINT "character_import_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "character_review" ADD CONSTRAINT "character_review_character_id_character_id_fk" FOREIGN KEY ("character_id") REFERENCES "public"."character"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "character_review" ADD CONSTRAINT "character_review_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "character_by_owner" ON "character" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "character_by_imports" ON "character" USING btree ("import_count","created_at") WHERE "character"."published_at" is not null and "character"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "character_by_time" ON "character" USING btree ("created_at") WHERE "character"."published_at" is not null and "character"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "character_by_tag" ON "character" USING gin ("tag_keys");--> statement-breakpoint
CREATE INDEX "character_review_by_time" ON "character_review" USING btree ("character_id","created_at","id");