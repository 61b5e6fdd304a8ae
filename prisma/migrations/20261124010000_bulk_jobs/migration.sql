-- One action on many patients, as a job with a result for each row.
CREATE TYPE "bulk_job_kind" AS ENUM ('assign', 'send_consent', 'add_task', 'export');
CREATE TYPE "bulk_job_state" AS ENUM ('running', 'finished', 'cancelled', 'failed');
CREATE TYPE "bulk_job_outcome" AS ENUM ('done', 'skipped');

CREATE TABLE "bulk_jobs" (
  "id" UUID PRIMARY KEY,
  "requested_by" UUID NOT NULL REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "api_key_id" UUID REFERENCES "api_keys" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "kind" "bulk_job_kind" NOT NULL,
  "state" "bulk_job_state" NOT NULL DEFAULT 'running',
  "choices" JSONB NOT NULL,
  "undoes" UUID REFERENCES "bulk_jobs" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "run" UUID,
  "rows_total" INTEGER NOT NULL,
  "done" INTEGER NOT NULL DEFAULT 0,
  "skipped" INTEGER NOT NULL DEFAULT 0,
  "error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "seen_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "bulk_jobs_is_bounded" CHECK ("rows_total" BETWEEN 1 AND 1000),
  CONSTRAINT "bulk_jobs_adds_up" CHECK ("done" + "skipped" <= "rows_total")
);
CREATE UNIQUE INDEX "bulk_jobs_undoes_key" ON "bulk_jobs" ("undoes");
CREATE INDEX "bulk_jobs_requested_by_created_at_idx" ON "bulk_jobs" ("requested_by", "created_at" DESC);
CREATE INDEX "bulk_jobs_state_idx" ON "bulk_jobs" ("state");
-- A user has at most one running job, so that one user cannot occupy the workers.
CREATE UNIQUE INDEX "bulk_jobs_one_running_idx" ON "bulk_jobs" ("requested_by") WHERE "state" = 'running';

CREATE TABLE "bulk_job_rows" (
  "job_id" UUID NOT NULL REFERENCES "bulk_jobs" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "position" INTEGER NOT NULL,
  "patient_id" UUID NOT NULL,
  "outcome" "bulk_job_outcome",
  "reason" TEXT,
  "started_at" TIMESTAMPTZ(3),
  "former" UUID,
  PRIMARY KEY ("job_id", "position")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "bulk_jobs", "bulk_job_rows" TO caseload_app;

-- Open pages show the progress when it commits.
CREATE FUNCTION "tell_bulk_job"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caseload', jsonb_build_object(
    'kind', 'change', 'action', 'updated', 'resourceType', 'bulk_job',
    'resourceId', NEW."id", 'patientId', NULL)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "bulk_jobs_told" AFTER UPDATE ON "bulk_jobs"
  FOR EACH ROW EXECUTE FUNCTION tell_bulk_job();

-- For the filter by the day of consent. Without it, a rare day scans every patient.
CREATE INDEX "patients_consent_signed_at_idx" ON "patients" ("consent_signed_at");
