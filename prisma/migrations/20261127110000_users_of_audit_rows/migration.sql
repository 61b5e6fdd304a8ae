-- Name and role of the user when a row was written. A later change of the user must not change what the audit log says.
ALTER TABLE "audit_logs" ADD COLUMN "user_name" TEXT, ADD COLUMN "user_role" "role";

-- A row from before keeps its text, so that it still verifies.
CREATE OR REPLACE FUNCTION "audit_text"(entry "audit_logs") RETURNS BYTEA LANGUAGE sql STABLE
  RETURN convert_to((jsonb_build_array(
    (entry).id, (entry).user_id, (entry).patient_id, (entry).action, (entry).resource_type, (entry).resource_id,
    (entry).details, (entry).ip_address, (entry).user_agent, (entry).request_id,
    extract(epoch FROM (entry).created_at)
  ) || CASE WHEN num_nonnulls((entry).continues, (entry).patient_scope, (entry).patient_count, (entry).patients_sha256) = 0
    THEN '[]'
    ELSE jsonb_build_array((entry).continues, (entry).patient_scope, (entry).patient_count,
      encode((entry).patients_sha256, 'hex'))
  END || CASE WHEN num_nonnulls((entry).user_name, (entry).user_role) = 0
    THEN '[]'
    ELSE jsonb_build_array((entry).user_name, (entry).user_role)
  END)::text, 'UTF8');

-- The database sets name and role too, so that the application's role cannot choose them.
CREATE OR REPLACE FUNCTION "chain_audit_row"() RETURNS TRIGGER
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  own CONSTANT SMALLINT := pg_backend_pid() % 64;
  link "audit_lanes";
BEGIN
  NEW."user_name" := NULL;
  NEW."user_role" := NULL;
  IF NEW."user_id" IS NOT NULL THEN
    SELECT btrim("first_name" || ' ' || "last_name"), "role" INTO NEW."user_name", NEW."user_role"
      FROM "users" WHERE "id" = NEW."user_id";
  END IF;
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
