ALTER TABLE "orders" ADD COLUMN "sequence" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reduce_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "sequence" = "placed"."place" FROM (
  SELECT "o"."client_order_id", row_number() OVER (ORDER BY "o"."accepted_at", "e"."sequence", "o"."client_order_id") AS "place"
  FROM "orders" "o" LEFT JOIN "trading_events" "e" ON "e"."client_order_id" = "o"."client_order_id" AND "e"."kind" = 'submitted'
) AS "placed" WHERE "orders"."client_order_id" = "placed"."client_order_id";
