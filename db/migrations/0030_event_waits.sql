CREATE TABLE "event_waits" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"workflow_id" text NOT NULL,
	"event" text NOT NULL,
	"when" text,
	"scope" json NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"received" json,
	"event_key" text,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "event_waits" ADD CONSTRAINT "event_waits_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_waits_open" ON "event_waits" USING btree ("event","id") WHERE "event_waits"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "event_waits_untold" ON "event_waits" USING btree ("id") WHERE "event_waits"."status" = 'received' and "event_waits"."told_at" is null;--> statement-breakpoint
CREATE INDEX "event_waits_key" ON "event_waits" USING btree ("event_key");--> statement-breakpoint
CREATE INDEX "event_waits_run" ON "event_waits" USING btree ("run_id");--> statement-breakpoint
CREATE TRIGGER "event_waits_told" AFTER UPDATE OF "status" ON "event_waits" FOR EACH ROW WHEN (NEW."status" = 'received') EXECUTE FUNCTION "baton_tell_change"();
