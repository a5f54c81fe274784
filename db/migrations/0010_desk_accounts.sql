CREATE TABLE "desk_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"members" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
