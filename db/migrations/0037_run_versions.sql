ALTER TABLE "runs" ADD COLUMN "version" text;--> statement-breakpoint
CREATE INDEX "runs_version" ON "runs" USING btree ("version","created_at") WHERE "runs"."version" is not null;