ALTER TABLE "messages" ADD COLUMN "outside" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "title" text;