CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"user" text NOT NULL,
	"run_id" text,
	"symbol" text NOT NULL,
	"comparison" text NOT NULL,
	"price" numeric(38, 12) NOT NULL,
	"note" text,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"watch_from" timestamp with time zone,
	"last_price" numeric(38, 12),
	"fired_at" timestamp with time zone,
	"fired_price" numeric(38, 12),
	"fired_market_time" timestamp with time zone,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "watchlist" (
	"user" text NOT NULL,
	"symbol" text NOT NULL,
	"note" text,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watchlist_user_symbol_pk" PRIMARY KEY("user","symbol")
);
--> statement-breakpoint
CREATE TABLE "candle_ranges" (
	"source" text NOT NULL,
	"instrument" text NOT NULL,
	"timeframe" text NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "candle_ranges_source_instrument_timeframe_from_pk" PRIMARY KEY("source","instrument","timeframe","from")
);
--> statement-breakpoint
CREATE TABLE "candles" (
	"source" text NOT NULL,
	"instrument" text NOT NULL,
	"timeframe" text NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"open" double precision NOT NULL,
	"high" double precision NOT NULL,
	"low" double precision NOT NULL,
	"close" double precision NOT NULL,
	"volume" double precision NOT NULL,
	CONSTRAINT "candles_source_instrument_timeframe_time_pk" PRIMARY KEY("source","instrument","timeframe","time")
);
--> statement-breakpoint
CREATE TABLE "instrument_symbols" (
	"symbol" text PRIMARY KEY NOT NULL,
	"instrument_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instruments" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"base" text,
	"quote" text,
	"exchange" text,
	"currency" text NOT NULL,
	"names" jsonb NOT NULL,
	"resolved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"tool" text NOT NULL,
	"version" integer,
	"side_effect" boolean NOT NULL,
	"user" text NOT NULL,
	"run_id" text NOT NULL,
	"key" text NOT NULL,
	"agent" text,
	"args" json NOT NULL,
	"outcome" text NOT NULL,
	"code" text,
	"message" text,
	"execution_ms" double precision,
	"cached" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "equity_points" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"market_time" timestamp with time zone NOT NULL,
	"cash" numeric(38, 12) NOT NULL,
	"equity" numeric(38, 12) NOT NULL,
	"realized_pnl" numeric(38, 12) NOT NULL,
	"unrealized_pnl" numeric(38, 12) NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trading_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"reason" text,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trading_events" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"client_order_id" text,
	"kind" text NOT NULL,
	"event" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trading_terms" (
	"account_id" text PRIMARY KEY NOT NULL,
	"defaults" jsonb,
	"gates" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"kill_switch" boolean DEFAULT false NOT NULL,
	"mismatch" text,
	"reconciled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"plan" text,
	"ai_trading" boolean,
	"allowed_tools" json,
	"denied_tools" json DEFAULT '[]'::json NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "run_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "status" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "outside" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "tool_files" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "tool_problems" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "mcp_servers" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "ai_trading" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "side_effects" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "outside" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "steps" ADD COLUMN "outside" jsonb;--> statement-breakpoint
ALTER TABLE "fills" ADD COLUMN "sequence" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "fills" ADD COLUMN "liquidity" text DEFAULT 'taker' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "limit_price" numeric(38, 12);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stop_price" numeric(38, 12);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "time_in_force" text DEFAULT 'gtc' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "leg" text DEFAULT 'entry' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "order_group" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "parent_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stop_loss" numeric(38, 12);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "take_profit" numeric(38, 12);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "filled_quantity" numeric(38, 12) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "triggered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "match_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "day" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "instrument_symbols" ADD CONSTRAINT "instrument_symbols_instrument_id_instruments_id_fk" FOREIGN KEY ("instrument_id") REFERENCES "public"."instruments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equity_points" ADD CONSTRAINT "equity_points_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_events" ADD CONSTRAINT "trading_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_user" ON "alerts" USING btree ("user","created_at");--> statement-breakpoint
CREATE INDEX "alerts_status" ON "alerts" USING btree ("status");--> statement-breakpoint
CREATE INDEX "instrument_symbols_instrument" ON "instrument_symbols" USING btree ("instrument_id");--> statement-breakpoint
CREATE INDEX "tool_calls_at" ON "tool_calls" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "tool_calls_tool" ON "tool_calls" USING btree ("tool","at");--> statement-breakpoint
CREATE INDEX "tool_calls_user" ON "tool_calls" USING btree ("user","at");--> statement-breakpoint
CREATE INDEX "tool_calls_run" ON "tool_calls" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "equity_points_time" ON "equity_points" USING btree ("account_id","market_time");--> statement-breakpoint
CREATE INDEX "trading_changes_account" ON "trading_changes" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "trading_events_account" ON "trading_events" USING btree ("account_id","sequence");--> statement-breakpoint
CREATE INDEX "trading_events_order" ON "trading_events" USING btree ("client_order_id");--> statement-breakpoint
CREATE INDEX "fills_order" ON "fills" USING btree ("client_order_id");--> statement-breakpoint
CREATE INDEX "ledger_order" ON "ledger" USING btree ("client_order_id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("account_id","status");--> statement-breakpoint
CREATE INDEX "orders_group" ON "orders" USING btree ("order_group");