ALTER TABLE "runs" ADD COLUMN "open_effects" jsonb;--> statement-breakpoint
CREATE INDEX "runs_open_effects" ON "runs" USING btree ("id") WHERE "runs"."open_effects" is not null;
--> statement-breakpoint
ALTER TABLE "steps" ADD COLUMN "in_flight" jsonb;
