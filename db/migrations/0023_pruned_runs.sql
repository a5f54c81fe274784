ALTER TABLE "runs" ADD COLUMN "pruned_at" timestamp with time zone;
