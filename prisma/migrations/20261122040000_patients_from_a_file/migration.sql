-- Patients from a file: what was uploaded, how far it has come, and what became of each row.
CREATE TYPE "patient_import_state" AS ENUM (
  'uploaded', 'checking', 'checked', 'importing', 'finished', 'cancelled', 'failed', 'abandoned');
CREATE TYPE "patient_import_outcome" AS ENUM ('created', 'duplicate', 'refused');

CREATE TABLE "patient_imports" (
  "id" UUID PRIMARY KEY,
  "requested_by" UUID NOT NULL REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "state" "patient_import_state" NOT NULL DEFAULT 'uploaded',
  "file_name" TEXT NOT NULL,
  "file_size" INTEGER NOT NULL,
  "sha256" TEXT NOT NULL,
  "encoding" TEXT NOT NULL,
  "delimiter" TEXT NOT NULL,
  "columns" TEXT[],
  "choices" JSONB,
  "storage_key" TEXT,
  "wrapped_key" BYTEA,
  "key_id" TEXT,
  "run" UUID,
  "rows_total" INTEGER NOT NULL,
  "rows_done" INTEGER NOT NULL DEFAULT 0,
  "created" INTEGER NOT NULL DEFAULT 0,
  "duplicates" INTEGER NOT NULL DEFAULT 0,
  "refused" INTEGER NOT NULL DEFAULT 0,
  "error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "seen_at" TIMESTAMPTZ(3),
  "started_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "patient_imports_file_is_whole"
    CHECK (num_nonnulls("storage_key", "wrapped_key", "key_id") IN (0, 3)),
  CONSTRAINT "patient_imports_adds_up" CHECK ("created" + "duplicates" + "refused" = "rows_done")
);
CREATE UNIQUE INDEX "patient_imports_storage_key_key" ON "patient_imports" ("storage_key");
CREATE INDEX "patient_imports_created_at_id_idx" ON "patient_imports" ("created_at" DESC, "id" DESC);

CREATE TABLE "patient_import_rows" (
  "import_id" UUID NOT NULL REFERENCES "patient_imports" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "line" INTEGER NOT NULL,
  "outcome" "patient_import_outcome" NOT NULL,
  "patient_id" UUID,
  "same_as" INTEGER,
  "problems" JSONB,
  PRIMARY KEY ("import_id", "line")
);

GRANT SELECT, INSERT, UPDATE ON "patient_imports" TO caseload_app;
GRANT SELECT, INSERT, DELETE ON "patient_import_rows" TO caseload_app;

-- Whoever looks on hears how far it is, when that commits.
CREATE FUNCTION "tell_import"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caseload', jsonb_build_object(
    'kind', 'change', 'action', 'updated', 'resourceType', 'patient_import',
    'resourceId', NEW."id", 'patientId', NULL)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "patient_imports_told" AFTER UPDATE ON "patient_imports"
  FOR EACH ROW EXECUTE FUNCTION tell_import();

-- By which an import knows whom it would create a second time.
CREATE INDEX "patients_same_name_idx" ON "patients"
  (((search_fold(("first_name" || ' ' || "last_name") COLLATE "und-x-icu")) COLLATE "C"));

-- The placeholder of a patient without an address is nothing that anybody searches for.
ALTER TABLE "patients" DROP COLUMN "search_text";
ALTER TABLE "patients" ADD COLUMN "search_text" TEXT COLLATE "C"
  GENERATED ALWAYS AS (search_fold((
    "first_name" || ' ' || "last_name" || ' '
    || CASE WHEN right("email"::text, 17) = '@no-email.invalid' THEN '' ELSE "email"::text END
  ) COLLATE "und-x-icu")) STORED;
CREATE INDEX "patients_search_text_idx" ON "patients" USING gin ("search_text" gin_trgm_ops);
