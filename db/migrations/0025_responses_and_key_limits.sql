CREATE TABLE "gateway_responses" (
	"id" text PRIMARY KEY NOT NULL,
	"user" text NOT NULL,
	"previous_id" text,
	"input" json NOT NULL,
	"response" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "model_limits" jsonb;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_calls" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "key_id" text;--> statement-breakpoint
CREATE INDEX "gateway_responses_created" ON "gateway_responses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "gateway_calls_of_key" ON "gateway_calls" USING btree ("key_id","created_at") WHERE "gateway_calls"."key_id" is not null;--> statement-breakpoint
CREATE INDEX "model_calls_key" ON "model_calls" USING btree ("key_id","at") WHERE "model_calls"."key_id" is not null;