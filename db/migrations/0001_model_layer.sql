CREATE TABLE "gateway_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user" text NOT NULL,
	"idempotency_key" text,
	"request_hash" text NOT NULL,
	"request" json NOT NULL,
	"status" text NOT NULL,
	"response" json,
	"error" jsonb,
	"progress" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "budget_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"spent_usd" numeric(38, 12) DEFAULT '0' NOT NULL,
	"reserved_usd" numeric(38, 12) DEFAULT '0' NOT NULL,
	"extra_usd" numeric(38, 12) DEFAULT '0' NOT NULL,
	"raises" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "budget_reservations" (
	"call_id" text PRIMARY KEY NOT NULL,
	"run_id" text,
	"accounts" jsonb NOT NULL,
	"amount_usd" numeric(38, 12) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"id" text PRIMARY KEY NOT NULL,
	"usd" numeric(38, 12) NOT NULL,
	"on_limit" text NOT NULL,
	"cheaper_models" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"source" text NOT NULL,
	"user" text NOT NULL,
	"agent" text,
	"run_id" text,
	"node_path" text,
	"model" text NOT NULL,
	"input_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"cached_input_tokens" integer NOT NULL,
	"cache_write_tokens" integer NOT NULL,
	"reasoning_tokens" integer NOT NULL,
	"cost_usd" numeric(38, 12),
	"price_source" text,
	"is_estimated" boolean DEFAULT false NOT NULL,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_states" (
	"id" text PRIMARY KEY NOT NULL,
	"worker" text NOT NULL,
	"model" text NOT NULL,
	"state" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "plan" text DEFAULT 'free' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "budgets" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "user" text DEFAULT 'local' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "priority" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "budget" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "interrupted" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "steps" ADD COLUMN "cached_input_tokens" integer;--> statement-breakpoint
ALTER TABLE "steps" ADD COLUMN "reasoning_tokens" integer;--> statement-breakpoint
ALTER TABLE "steps" ADD COLUMN "cost_usd" numeric(38, 12);--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_calls_key" ON "gateway_calls" USING btree ("user","idempotency_key");--> statement-breakpoint
CREATE INDEX "gateway_calls_created" ON "gateway_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "budget_reservations_run" ON "budget_reservations" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "model_calls_at" ON "model_calls" USING btree ("at");--> statement-breakpoint
CREATE INDEX "model_calls_run" ON "model_calls" USING btree ("run_id");