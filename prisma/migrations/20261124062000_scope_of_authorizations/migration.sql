-- An authorization covers all records, or those of chosen categories and service dates.
CREATE TYPE "record_category" AS ENUM (
  'visit_notes', 'imaging', 'laboratory', 'medications', 'billing', 'mental_health',
  'substance_use', 'hiv', 'psychotherapy_notes', 'other'
);
ALTER TABLE "patient_records"
  ADD COLUMN "category" "record_category",
  ADD COLUMN "service_date" DATE;
CREATE INDEX "patient_records_patient_id_category_created_at_idx"
  ON "patient_records" ("patient_id", "category", "created_at" DESC);

-- What a form states, as data. `discloser`, `purpose` and `ends` are empty for forms of earlier versions, whose text alone
-- states them. `scope`: {categories, sensitive, serviceFrom, serviceTo}.
-- `keeps_status`: the request does not move the patient to Consent Sent.
ALTER TABLE "consent_requests"
  ADD COLUMN "scope" JSONB NOT NULL
    DEFAULT '{"categories": null, "sensitive": [], "serviceFrom": null, "serviceTo": null}',
  ADD COLUMN "discloser" TEXT,
  ADD COLUMN "purpose" TEXT,
  ADD COLUMN "ends" TEXT,
  ADD COLUMN "keeps_status" BOOLEAN NOT NULL DEFAULT false;

-- Forms that were signed earlier cover all records.
UPDATE "patients" SET "authorization" = "authorization" || '{
    "scope": {"categories": null, "sensitive": [], "serviceFrom": null, "serviceTo": null},
    "revoked": {"recipients": [], "categories": []}
  }'
WHERE "authorization" IS NOT NULL;

-- A patient can revoke a signed form for one recipient or one category. Rows are never changed.
CREATE TABLE "partial_revocations" (
  "id" UUID PRIMARY KEY,
  "patient_id" UUID NOT NULL REFERENCES "patients" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "consent_request_id" UUID NOT NULL REFERENCES "consent_requests" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "recipient" JSONB,
  "category" "record_category",
  "reason" TEXT NOT NULL,
  "revoked_at" TIMESTAMPTZ(3) NOT NULL,
  "revoked_by" UUID NOT NULL REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "partial_revocations_of_one_part" CHECK (num_nonnulls("recipient", "category") = 1)
);
CREATE INDEX "partial_revocations_consent_request_id_idx"
  ON "partial_revocations" ("consent_request_id", "revoked_at");
GRANT SELECT, INSERT ON "partial_revocations" TO caseload_app;

ALTER TYPE "alert_type" ADD VALUE 'consent_partly_revoked';
