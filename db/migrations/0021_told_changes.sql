ALTER TABLE "market_clock" ADD COLUMN "bars_per_second" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE FUNCTION "baton_tell_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('baton_changes', TG_TABLE_NAME);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "accounts_told" AFTER INSERT OR UPDATE OR DELETE ON "accounts" FOR EACH ROW EXECUTE FUNCTION "baton_tell_change"();--> statement-breakpoint
CREATE TRIGGER "agents_told" AFTER INSERT OR UPDATE OR DELETE ON "agents" FOR EACH ROW EXECUTE FUNCTION "baton_tell_change"();--> statement-breakpoint
CREATE TRIGGER "alerts_told" AFTER INSERT OR UPDATE OR DELETE ON "alerts" FOR EACH ROW EXECUTE FUNCTION "baton_tell_change"();--> statement-breakpoint
CREATE TRIGGER "approvals_told" AFTER INSERT OR UPDATE OR DELETE ON "approvals" FOR EACH ROW EXECUTE FUNCTION "baton_tell_change"();--> statement-breakpoint
CREATE TRIGGER "catalog_told" AFTER INSERT OR UPDATE OR DELETE ON "catalog" FOR EACH ROW EXECUTE FUNCTION "baton_tell_change"();--> statement-breakpoint
CREATE TRIGGER "deliveries_told" AFTER INSERT OR UPDATE OR DELETE ON "deliveries" FOR EACH ROW EXECUTE FUNCTION "baton_tell_change"();--> statement-breakpoint
CREATE TRIGGER "memory_forgettings_told" AFTER INSERT OR UPDATE OR DELETE ON "memory_forgettings" FOR EACH ROW EXECUTE FUNCTION "baton_tell_change"();--> statement-breakpoint
CREATE TRIGGER "orders_told" AFTER INSERT OR UPDATE OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION "baton_tell_change"();