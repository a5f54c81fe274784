ALTER TABLE "catalog" ADD COLUMN "switches" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog" ADD COLUMN "notes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "switches" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "catalog" SET "switches" = jsonb_build_object('aiTrading', "ai_trading"), "notes" = jsonb_build_object('marketData', "market_data");--> statement-breakpoint
UPDATE "users" SET "switches" = jsonb_build_object('aiTrading', "ai_trading") WHERE "ai_trading" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog" DROP COLUMN "ai_trading";--> statement-breakpoint
ALTER TABLE "catalog" DROP COLUMN "market_data";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "ai_trading";
