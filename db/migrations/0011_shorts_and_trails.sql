ALTER TABLE "ledger" ADD COLUMN "symbol" text;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "day" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "trail_amount" numeric(38, 12);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "trail_percent" numeric(38, 12);