DROP INDEX "ledger_account";--> statement-breakpoint
ALTER TABLE "ledger" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
CREATE INDEX "fills_sequence" ON "fills" USING btree ("sequence");--> statement-breakpoint
CREATE INDEX "orders_accepted" ON "orders" USING btree ("account_id","accepted_at");--> statement-breakpoint
CREATE INDEX "ledger_account" ON "ledger" USING btree ("account_id","id");