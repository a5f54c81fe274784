ALTER TABLE "event_waits" ADD COLUMN "from" jsonb;--> statement-breakpoint
ALTER TABLE "event_waits" ADD COLUMN "until" timestamp with time zone;