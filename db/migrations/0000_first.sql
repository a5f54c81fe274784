CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"node_path" text NOT NULL,
	"workflow_id" text NOT NULL,
	"title" text NOT NULL,
	"show" json NOT NULL,
	"hash" text NOT NULL,
	"approvers" jsonb NOT NULL,
	"status" text NOT NULL,
	"decided_by" text,
	"comment" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "catalog" (
	"id" text PRIMARY KEY NOT NULL,
	"tools" jsonb NOT NULL,
	"agents" jsonb NOT NULL,
	"models" jsonb NOT NULL,
	"market_data" text NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"node_path" text NOT NULL,
	"agent" jsonb NOT NULL,
	"delegates" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"conversation_id" text NOT NULL,
	"turn" integer NOT NULL,
	"position" integer NOT NULL,
	"message" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_conversation_id_turn_position_pk" PRIMARY KEY("conversation_id","turn","position")
);
--> statement-breakpoint
CREATE TABLE "pipelines" (
	"name" text PRIMARY KEY NOT NULL,
	"document" json NOT NULL,
	"hash" text NOT NULL,
	"source" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "artifacts" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"content" json NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"pipeline" text NOT NULL,
	"compiled" json NOT NULL,
	"input" json NOT NULL,
	"status" text NOT NULL,
	"output" json,
	"error" jsonb,
	"partial" json,
	"cancel" jsonb,
	"nodes" json,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "steps" (
	"key" text PRIMARY KEY NOT NULL,
	"sequence" bigserial NOT NULL,
	"run_id" text NOT NULL,
	"node_path" text NOT NULL,
	"step" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"label" text NOT NULL,
	"status" text NOT NULL,
	"attempt" integer NOT NULL,
	"input" json,
	"output" json,
	"error" jsonb,
	"attempts" jsonb,
	"input_tokens" integer,
	"output_tokens" integer,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"allow_short" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fills" (
	"id" text PRIMARY KEY NOT NULL,
	"client_order_id" text NOT NULL,
	"quantity" numeric(38, 12) NOT NULL,
	"price" numeric(38, 12) NOT NULL,
	"fee" numeric(38, 12) NOT NULL,
	"bar" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"client_order_id" text,
	"kind" text NOT NULL,
	"amount" numeric(38, 12) NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_clock" (
	"id" text PRIMARY KEY NOT NULL,
	"position" double precision NOT NULL,
	"ticked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"client_order_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"run_id" text,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"type" text NOT NULL,
	"quantity" numeric(38, 12) NOT NULL,
	"reference_price" numeric(38, 12) NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"accepted_bar" jsonb NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steps" ADD CONSTRAINT "steps_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fills" ADD CONSTRAINT "fills_client_order_id_orders_client_order_id_fk" FOREIGN KEY ("client_order_id") REFERENCES "public"."orders"("client_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_client_order_id_orders_client_order_id_fk" FOREIGN KEY ("client_order_id") REFERENCES "public"."orders"("client_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_status" ON "approvals" USING btree ("status");--> statement-breakpoint
CREATE INDEX "approvals_run" ON "approvals" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "runs_created" ON "runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "runs_status" ON "runs" USING btree ("status");--> statement-breakpoint
CREATE INDEX "steps_run" ON "steps" USING btree ("run_id","sequence");--> statement-breakpoint
CREATE INDEX "ledger_account" ON "ledger" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "orders_account" ON "orders" USING btree ("account_id","symbol");