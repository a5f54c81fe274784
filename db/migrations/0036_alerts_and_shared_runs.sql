CREATE TABLE "health_alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"user" text NOT NULL,
	"kind" text NOT NULL,
	"pipeline" text,
	"most" numeric(38, 12) NOT NULL,
	"last_runs" integer,
	"last_hours" integer,
	"value" numeric(38, 12),
	"checked_at" timestamp with time zone,
	"is_above" boolean DEFAULT false NOT NULL,
	"crossings" integer DEFAULT 0 NOT NULL,
	"crossed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_shares" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "run_shares" ADD CONSTRAINT "run_shares_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "health_alerts_user" ON "health_alerts" USING btree ("user","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "run_shares_token" ON "run_shares" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "run_shares_run" ON "run_shares" USING btree ("run_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_ended" ON "runs" USING btree ("ended_at") WHERE "runs"."ended_at" is not null;