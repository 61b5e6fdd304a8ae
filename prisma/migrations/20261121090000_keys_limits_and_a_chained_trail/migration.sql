-- A consent that was taken back closes the attorney's way to the records.
ALTER TABLE "patients" ADD COLUMN "consent_revoked_at" TIMESTAMPTZ(3);

-- Why an appointment was cancelled, and when somebody was told that a task is due.
ALTER TABLE "appointments" ADD COLUMN "cancel_reason" TEXT;
ALTER TABLE "tasks" ADD COLUMN "due_told_at" TIMESTAMPTZ(3);

-- Keys of integrators: the secret is shown once, and only its SHA-256 stays.
CREATE TYPE "api_key_scope" AS ENUM ('read', 'write');
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scope" "api_key_scope" NOT NULL DEFAULT 'read',
    "secret_hash" TEXT NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys"("secret_hash");
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");
CREATE INDEX "api_keys_created_at_id_idx" ON "api_keys"("created_at" DESC, "id" DESC);
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_fkey"
  FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT, UPDATE ON "api_keys" TO caseload_app;

-- What was tried how often; the shape is the one of rate-limiter-flexible's PostgreSQL store. `expire` is in
-- milliseconds since 1970.
CREATE TABLE "throttles" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,
    CONSTRAINT "throttles_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "throttles_expire_idx" ON "throttles"("expire");
GRANT SELECT, INSERT, UPDATE, DELETE ON "throttles" TO caseload_app;

-- The audit trail is chained by hash along 64 lanes. A row continues whichever lane nobody else is writing to, so that
-- the chain is unbroken the moment the row commits and no writer waits for another.
CREATE TABLE "audit_lanes" (
    "lane" SMALLINT NOT NULL,
    "length" BIGINT NOT NULL DEFAULT 0,
    "head" BYTEA NOT NULL,
    CONSTRAINT "audit_lanes_pkey" PRIMARY KEY ("lane")
) WITH (fillfactor = 20);
INSERT INTO "audit_lanes" ("lane", "head") SELECT lane, sha256('') FROM generate_series(0, 63) AS lane;
ALTER TABLE "audit_logs" ADD COLUMN "lane" SMALLINT, ADD COLUMN "position" BIGINT, ADD COLUMN "hash" BYTEA;

-- Everything a row says, in one fixed form. `operations/audit` spells the same once more, so that a check does not
-- have to trust what stands in the database.
CREATE FUNCTION "audit_text"(entry "audit_logs") RETURNS BYTEA LANGUAGE sql STABLE
  RETURN convert_to(jsonb_build_array(
    (entry).id, (entry).user_id, (entry).patient_id, (entry).action, (entry).resource_type, (entry).resource_id,
    (entry).details, (entry).ip_address, (entry).user_agent, (entry).request_id,
    extract(epoch FROM (entry).created_at)
  )::text, 'UTF8');

CREATE FUNCTION "chain_audit_row"() RETURNS TRIGGER
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
  NEW."lane" := link."lane";
  NEW."position" := link."length" + 1;
  NEW."hash" := sha256(link."head" || audit_text(NEW));
  UPDATE "audit_lanes" SET "length" = NEW."position", "head" = NEW."hash" WHERE "lane" = link."lane";
  RETURN NEW;
END $$;

-- What was written before there was a chain becomes the beginning of the first lane.
ALTER TABLE "audit_logs" DISABLE TRIGGER "audit_logs_append_only";
DO $$
DECLARE
  entry "audit_logs";
  reached BIGINT := 0;
  last BYTEA := sha256('');
BEGIN
  FOR entry IN SELECT * FROM "audit_logs" ORDER BY "created_at", "id" LOOP
    reached := reached + 1;
    last := sha256(last || audit_text(entry));
    UPDATE "audit_logs" SET "lane" = 0, "position" = reached, "hash" = last WHERE "id" = entry."id";
  END LOOP;
  UPDATE "audit_lanes" SET "length" = reached, "head" = last WHERE "lane" = 0;
END $$;
ALTER TABLE "audit_logs" ENABLE TRIGGER "audit_logs_append_only";
ALTER TABLE "audit_logs"
  ALTER COLUMN "lane" SET NOT NULL, ALTER COLUMN "position" SET NOT NULL, ALTER COLUMN "hash" SET NOT NULL;
CREATE UNIQUE INDEX "audit_logs_lane_position_key" ON "audit_logs"("lane", "position");
CREATE TRIGGER "audit_logs_chained" BEFORE INSERT ON "audit_logs"
  FOR EACH ROW EXECUTE FUNCTION chain_audit_row();
GRANT SELECT ON "audit_lanes" TO caseload_app;

-- What the checks of the chain found; `heads` is where each lane had got to.
CREATE TABLE "audit_checks" (
    "id" UUID NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rows" BIGINT NOT NULL,
    "is_intact" BOOLEAN NOT NULL,
    "broken" JSONB,
    "heads" JSONB NOT NULL,
    CONSTRAINT "audit_checks_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_checks_checked_at_idx" ON "audit_checks"("checked_at" DESC);
GRANT SELECT, INSERT ON "audit_checks" TO caseload_app;

-- Live changes: whoever listens on the channel `caseload` hears of a change when it commits, and never of one that was
-- rolled back. Ids and words only; who may know is for the listener to ask.
CREATE FUNCTION "tell_change"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caseload', jsonb_build_object(
    'kind', 'change', 'action', NEW."action", 'resourceType', NEW."resource_type",
    'resourceId', NEW."resource_id", 'patientId', NEW."patient_id")::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "audit_logs_told" AFTER INSERT ON "audit_logs" FOR EACH ROW
  WHEN (NEW."action" IN ('created', 'updated', 'deleted', 'imported', 'consent_sent', 'consent_signed',
    'consent_declined', 'consent_voided', 'consent_expired', 'consent_revoked'))
  EXECUTE FUNCTION tell_change();

CREATE FUNCTION "tell_alert"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caseload', jsonb_build_object(
    'kind', 'alert', 'userId', NEW."user_id",
    'alertId', CASE WHEN TG_OP = 'INSERT' THEN NEW."id" END)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "alerts_told" AFTER INSERT OR UPDATE OF "is_read" ON "alerts"
  FOR EACH ROW EXECUTE FUNCTION tell_alert();

CREATE FUNCTION "tell_reassignment"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caseload', jsonb_build_object('kind', 'unassigned', 'userId', OLD."assigned_attorney")::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "patients_unassigned" AFTER UPDATE OF "assigned_attorney" ON "patients" FOR EACH ROW
  WHEN (OLD."assigned_attorney" IS NOT NULL AND OLD."assigned_attorney" IS DISTINCT FROM NEW."assigned_attorney")
  EXECUTE FUNCTION tell_reassignment();

CREATE FUNCTION "tell_session_end"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caseload', jsonb_build_object('kind', 'session_end', 'sid', OLD."sid")::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "sessions_ended" AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION tell_session_end();

-- A job that exists exactly when the change does that asks for it. The queue belongs to the owner; the application may
-- add to it and nothing else.
CREATE FUNCTION "enqueue_job"(task TEXT, payload JSON, run_at TIMESTAMPTZ, job_key TEXT) RETURNS VOID
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key);
END $$;
REVOKE EXECUTE ON FUNCTION enqueue_job(TEXT, JSON, TIMESTAMPTZ, TEXT), chain_audit_row() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(TEXT, JSON, TIMESTAMPTZ, TEXT) TO caseload_app;
