CREATE TABLE "market_triggers" (
	"trigger" text PRIMARY KEY NOT NULL,
	"terms" text NOT NULL,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	"watch_from" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "deployed_hash" text;--> statement-breakpoint
ALTER TABLE "event_waits" ADD COLUMN "from" jsonb;--> statement-breakpoint
ALTER TABLE "event_waits" ADD COLUMN "until" timestamp with time zone;