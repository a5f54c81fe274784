CREATE TABLE "promotions" (
	"id" serial PRIMARY KEY NOT NULL,
	"pipeline" text NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	"from" integer,
	"by" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pipelines" ADD COLUMN "publishing" text DEFAULT 'on-save' NOT NULL;--> statement-breakpoint
ALTER TABLE "pipelines" ADD COLUMN "draft_hash" text;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_pipeline_pipelines_name_fk" FOREIGN KEY ("pipeline") REFERENCES "public"."pipelines"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotions_of" ON "promotions" USING btree ("pipeline","id");