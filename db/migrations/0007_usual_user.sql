-- Calls that named nobody were made for two users, `operator` (tools, MCP) and `local` (runs, pages). They are all
-- `local` now, so what `operator` follows goes there, and what was kept from `operator` stays kept from such calls: no right
-- that `operator` was given is handed on.
INSERT INTO "watchlist" ("user", "symbol", "note", "added_at") SELECT 'local', "symbol", "note", "added_at" FROM "watchlist" WHERE "user" = 'operator' ON CONFLICT DO NOTHING;
--> statement-breakpoint
DELETE FROM "watchlist" WHERE "user" = 'operator';
--> statement-breakpoint
UPDATE "alerts" SET "user" = 'local' WHERE "user" = 'operator';
--> statement-breakpoint
INSERT INTO "users" ("id", "plan", "ai_trading", "allowed_tools", "denied_tools") SELECT 'local', CASE WHEN "plan" = 'free' THEN "plan" END, nullif("ai_trading", true), "allowed_tools", "denied_tools" FROM "users" WHERE "id" = 'operator' ON CONFLICT ("id") DO UPDATE SET "ai_trading" = CASE WHEN excluded."ai_trading" = false THEN false ELSE "users"."ai_trading" END;
