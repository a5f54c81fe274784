CREATE TABLE "examples" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"labels" jsonb NOT NULL,
	"request" json NOT NULL,
	"expected" text NOT NULL,
	"request_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"call_id" text NOT NULL,
	"door" text NOT NULL,
	"user" text NOT NULL,
	"key_id" text,
	"run_id" text,
	"node_path" text,
	"agent" text,
	"model" text NOT NULL,
	"status" text NOT NULL,
	"tries" integer NOT NULL,
	"input_tokens" integer,
	"output_tokens" integer,
	"cached_input_tokens" integer,
	"reasoning_tokens" integer,
	"cost_usd" numeric(38, 12),
	"first_ms" integer,
	"duration_ms" integer NOT NULL,
	"preview" text NOT NULL,
	"content" json NOT NULL
);
--> statement-breakpoint
CREATE INDEX "examples_created" ON "examples" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "model_requests_at" ON "model_requests" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "model_requests_call" ON "model_requests" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "model_requests_run" ON "model_requests" USING btree ("run_id") WHERE "model_requests"."run_id" is not null;