CREATE TABLE "approval_links" (
	"digest" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"approval_id" text NOT NULL,
	"user" text NOT NULL,
	"channel" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "made_by" text;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "made_by" text;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_links" ADD CONSTRAINT "approval_links_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_links_approval" ON "approval_links" USING btree ("approval_id","user");--> statement-breakpoint
UPDATE "sign_in_codes" SET "made_by" = "created_by" WHERE "used_at" IS NULL AND "created_by" NOT IN ('operator', "user");--> statement-breakpoint
UPDATE "sessions" SET "made_by" = "access_events"."detail" ->> 'linkBy' FROM "access_events" WHERE "access_events"."action" = 'sign-in' AND "access_events"."target" = "sessions"."id" AND "access_events"."detail" ->> 'linkBy' NOT IN ('operator', "sessions"."user");
