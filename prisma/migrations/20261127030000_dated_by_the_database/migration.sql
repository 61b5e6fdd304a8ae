-- Rows of scheme 2 have the database's time and the user's name and role as they were. The scheme is hashed with them.
-- Earlier rows have no scheme and keep their text, so that they still verify.
ALTER TABLE "audit_logs"
  ADD COLUMN "scheme" SMALLINT,
  ADD COLUMN "actor_name" TEXT,
  ADD COLUMN "actor_role" "role";

CREATE OR REPLACE FUNCTION "audit_text"(entry "audit_logs") RETURNS BYTEA LANGUAGE sql STABLE
  RETURN convert_to((jsonb_build_array(
    (entry).id, (entry).user_id, (entry).patient_id, (entry).action, (entry).resource_type, (entry).resource_id,
    (entry).details, (entry).ip_address, (entry).user_agent, (entry).request_id,
    extract(epoch FROM (entry).created_at)
  ) || CASE WHEN num_nonnulls((entry).continues, (entry).patient_scope, (entry).patient_count, (entry).patients_sha256) = 0
    THEN '[]'
    ELSE jsonb_build_array((entry).continues, (entry).patient_scope, (entry).patient_count,
      encode((entry).patients_sha256, 'hex'))
  END || CASE WHEN num_nonnulls((entry).scheme, (entry).actor_name, (entry).actor_role) = 0
    THEN '[]'
    ELSE jsonb_build_array((entry).scheme, (entry).actor_name, (entry).actor_role)
  END)::text, 'UTF8');

-- The time of a new row, whatever the application asked for. The demo clinic replaces it while its past is loaded, and tests do.
CREATE FUNCTION "audit_time"(asked TIMESTAMPTZ) RETURNS TIMESTAMPTZ LANGUAGE sql VOLATILE
  RETURN date_trunc('milliseconds', clock_timestamp());

-- The time is read while the chain is locked, so that it ascends along the chain.
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
  NEW."created_at" := audit_time(NEW."created_at");
  NEW."scheme" := 2;
  NEW."actor_name" := NULL;
  NEW."actor_role" := NULL;
  IF NEW."user_id" IS NOT NULL THEN
    SELECT "first_name" || ' ' || "last_name", "role" INTO NEW."actor_name", NEW."actor_role"
      FROM "users" WHERE "id" = NEW."user_id";
  END IF;
  NEW."lane" := link."lane";
  NEW."position" := link."length" + 1;
  NEW."hash" := sha256(link."head" || audit_text(NEW));
  UPDATE "audit_lanes" SET "length" = NEW."position", "head" = NEW."hash" WHERE "lane" = link."lane";
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION chain_audit_row() FROM PUBLIC;
