ALTER TABLE "approvals" ADD COLUMN "quorum" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "voices" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "escalation" json;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "escalated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "groups" jsonb DEFAULT '[]'::jsonb NOT NULL;