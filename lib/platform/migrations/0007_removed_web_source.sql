ALTER TABLE "web_source" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
-- Documentation that was removed had no pages.
UPDATE "web_source" SET "removed_at" = "read_at", "max_pages" = 1 WHERE "max_pages" = 0;