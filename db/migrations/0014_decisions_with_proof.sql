ALTER TABLE "approvals" ADD COLUMN "token" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "refusals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "seen_hash" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "signature" text;