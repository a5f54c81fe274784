ALTER TABLE "triggers" ADD COLUMN "event" text;--> statement-breakpoint
CREATE INDEX "triggers_event" ON "triggers" USING btree ("event");