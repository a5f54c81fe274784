CREATE TABLE "saved_views" (
	"user" text NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"search" json NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_user_page_name_pk" PRIMARY KEY("user","page","name")
);
