CREATE TABLE "sealed_tables" (
	"table" text PRIMARY KEY NOT NULL,
	"columns" text NOT NULL,
	"position" jsonb,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "access_events_instructed" ON "access_events" USING btree ("target") WHERE "access_events"."action" = 'run.instructed';
