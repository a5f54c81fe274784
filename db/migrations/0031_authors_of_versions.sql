ALTER TABLE "pipeline_versions" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD COLUMN "saved_by" text;--> statement-breakpoint
UPDATE "pipeline_versions" SET "number" = "earlier"."number", "created_at" = "saved_at" FROM (
	SELECT "name", "hash", row_number() OVER (PARTITION BY "name" ORDER BY "saved_at", "hash") AS "number" FROM "pipeline_versions"
) AS "earlier" WHERE "earlier"."name" = "pipeline_versions"."name" AND "earlier"."hash" = "pipeline_versions"."hash";--> statement-breakpoint
ALTER TABLE "pipeline_versions" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD CONSTRAINT "pipeline_versions_number" UNIQUE("name","number");
