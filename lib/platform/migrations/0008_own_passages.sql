DROP INDEX "web_passage_by_term";--> statement-breakpoint
CREATE INDEX "web_passage_by_owner" ON "web_passage" USING btree ("owner_id") WHERE "web_passage"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "web_passage_by_term" ON "web_passage" USING gin ("terms") WHERE "web_passage"."owner_id" is null;