-- The values of a patient's fields before and after each edit. The audit row with the same ID has their salted hashes.
CREATE TABLE "patient_edits" (
  "id" UUID PRIMARY KEY,
  "patient_id" UUID NOT NULL REFERENCES "patients" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "salt" BYTEA NOT NULL,
  "values" JSONB NOT NULL
);
CREATE INDEX "patient_edits_patient_id_created_at_id_idx" ON "patient_edits" ("patient_id", "created_at" DESC, "id" DESC);
GRANT SELECT, INSERT ON "patient_edits" TO caseload_app;
