CREATE TABLE "trigger_firings" (
	"id" text PRIMARY KEY NOT NULL,
	"trigger" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text,
	"event" json NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "triggers" (
	"id" text PRIMARY KEY NOT NULL,
	"pipeline" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"event" text,
	"definition" json NOT NULL,
	"user" text,
	"published_by" text,
	"paused_at" timestamp with time zone,
	"paused_by" text,
	"secret" text,
	"secret_at" timestamp with time zone,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"told_revision" integer DEFAULT 0 NOT NULL,
	"refusal" text,
	"held_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "trigger" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "cause" jsonb;--> statement-breakpoint
CREATE INDEX "trigger_firings_of" ON "trigger_firings" USING btree ("trigger","created_at","id");--> statement-breakpoint
CREATE INDEX "trigger_firings_due" ON "trigger_firings" USING btree ("due_at") WHERE "trigger_firings"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "trigger_firings_created" ON "trigger_firings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "triggers_pipeline" ON "triggers" USING btree ("pipeline");--> statement-breakpoint
CREATE INDEX "triggers_event" ON "triggers" USING btree ("event");--> statement-breakpoint
CREATE INDEX "triggers_untold" ON "triggers" USING btree ("id") WHERE "triggers"."told_revision" <> "triggers"."revision";--> statement-breakpoint
CREATE INDEX "runs_trigger" ON "runs" USING btree ("trigger","created_at") WHERE "runs"."trigger" is not null;--> statement-breakpoint
CREATE TRIGGER "triggers_told" AFTER INSERT OR DELETE OR UPDATE OF "revision" ON "triggers" FOR EACH ROW EXECUTE FUNCTION "baton_tell_change"();--> statement-breakpoint
CREATE TRIGGER "trigger_firings_told" AFTER INSERT OR UPDATE ON "trigger_firings" FOR EACH ROW EXECUTE FUNCTION "baton_tell_change"();--> statement-breakpoint
CREATE TRIGGER "runs_of_triggers_told" AFTER UPDATE ON "runs" FOR EACH ROW WHEN (NEW."trigger" IS NOT NULL AND NEW."ended_at" IS NOT NULL) EXECUTE FUNCTION "baton_tell_change"();
