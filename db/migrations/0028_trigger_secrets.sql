ALTER TABLE "triggers" ADD COLUMN "secret" text;--> statement-breakpoint
ALTER TABLE "triggers" ADD COLUMN "secret_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "triggers" ADD COLUMN "old_secret" text;--> statement-breakpoint
ALTER TABLE "triggers" ADD COLUMN "old_secret_until" timestamp with time zone;