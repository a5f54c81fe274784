CREATE TABLE "child_pipelines" (
	"run_id" text NOT NULL,
	"path" text NOT NULL,
	"nodes" json NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "child_pipelines_run_id_path_pk" PRIMARY KEY("run_id","path")
);
--> statement-breakpoint
ALTER TABLE "child_pipelines" ADD CONSTRAINT "child_pipelines_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;