CREATE TABLE "agents" (
	"name" text PRIMARY KEY NOT NULL,
	"definition" json NOT NULL,
	"hash" text NOT NULL,
	"updated_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_forgettings" (
	"id" text PRIMARY KEY NOT NULL,
	"agent" text,
	"memory_id" uuid,
	"run_id" text,
	"user" text,
	"forgotten" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"notification_id" text NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"delivery_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"code" text,
	"error" text,
	CONSTRAINT "delivery_attempts_delivery_id_attempt_pk" PRIMARY KEY("delivery_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"channel" text PRIMARY KEY NOT NULL,
	"missing" text,
	"allowed_hosts" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user" text PRIMARY KEY NOT NULL,
	"webhook" text,
	"email" text
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"user" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"conversation_id" text NOT NULL,
	"revision" integer NOT NULL,
	"run_id" text NOT NULL,
	"node_path" text NOT NULL,
	"step" text NOT NULL,
	"reason" text,
	"steps" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_conversation_id_revision_pk" PRIMARY KEY("conversation_id","revision")
);
--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "agent_files" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "planners" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "file_problems" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "allowed_tools" json;--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "memory_missing" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "kind" text DEFAULT 'run' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "agent" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "notify" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "stack" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memory_forgettings_pending" ON "memory_forgettings" USING btree ("at") WHERE "memory_forgettings"."done_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_status" ON "deliveries" USING btree ("status");--> statement-breakpoint
CREATE INDEX "deliveries_notification" ON "deliveries" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user","created_at");--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_run" ON "notifications" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_step" ON "plans" USING btree ("conversation_id","step");--> statement-breakpoint
CREATE INDEX "plans_run" ON "plans" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "gateway_calls_memory" ON "gateway_calls" USING btree ("ended_at") WHERE "gateway_calls"."kind" = 'memory';--> statement-breakpoint
CREATE UNIQUE INDEX "runs_key" ON "runs" USING btree ("user","idempotency_key");