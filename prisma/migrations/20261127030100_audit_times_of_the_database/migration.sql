-- The database sets the time of an audit row, so that the application's role cannot choose it.
CREATE OR REPLACE FUNCTION "chain_audit_row"() RETURNS TRIGGER
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  own CONSTANT SMALLINT := pg_backend_pid() % 64;
  link "audit_lanes";
BEGIN
  SELECT * INTO link FROM "audit_lanes" WHERE "lane" = own FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    SELECT * INTO link FROM "audit_lanes" FOR NO KEY UPDATE SKIP LOCKED LIMIT 1;
  END IF;
  IF NOT FOUND THEN
    SELECT * INTO link FROM "audit_lanes" WHERE "lane" = own FOR NO KEY UPDATE;
  END IF;
  -- Read while the chain is locked, so that times ascend along it.
  NEW."created_at" := audit_clock(NEW."created_at")::TIMESTAMPTZ(3);
  NEW."lane" := link."lane";
  NEW."position" := link."length" + 1;
  NEW."hash" := sha256(link."head" || audit_text(NEW));
  UPDATE "audit_lanes" SET "length" = NEW."position", "head" = NEW."hash" WHERE "lane" = link."lane";
  RETURN NEW;
END $$;
