CREATE TABLE "pipeline_versions" (
	"name" text NOT NULL,
	"document" json NOT NULL,
	"text" text,
	"hash" text NOT NULL,
	"source" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pipeline_versions_name_hash_pk" PRIMARY KEY("name","hash")
);
--> statement-breakpoint
ALTER TABLE "catalog" ALTER COLUMN "tools" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "catalog" ALTER COLUMN "agents" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "tool" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "args" json;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "edited_args" json;--> statement-breakpoint
ALTER TABLE "pipelines" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD CONSTRAINT "pipeline_versions_name_pipelines_name_fk" FOREIGN KEY ("name") REFERENCES "public"."pipelines"("name") ON DELETE cascade ON UPDATE no action;