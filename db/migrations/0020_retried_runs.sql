ALTER TABLE "conversations" ADD COLUMN "continues" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "error_type" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "retry_of" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "retry" json;--> statement-breakpoint
CREATE INDEX "runs_retry_of" ON "runs" USING btree ("retry_of");