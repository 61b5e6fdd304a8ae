-- The scan of a paper form lies where the files of records do, and is scanned, rotated and backed up as they are. Its row
-- in "patient_records" is no record of the chart. Sealed forms stay in the database with the signature they prove.
ALTER TABLE "patient_records" ADD COLUMN "is_paper_consent" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "signed_consent_forms"
  ALTER COLUMN "content" DROP NOT NULL,
  ADD COLUMN "record_id" UUID;
ALTER TABLE "signed_consent_forms" ADD CONSTRAINT "signed_consent_forms_kept_once"
  CHECK (("content" IS NULL) = ("record_id" IS NOT NULL));
CREATE UNIQUE INDEX "signed_consent_forms_record_id_key" ON "signed_consent_forms"("record_id");
ALTER TABLE "signed_consent_forms" ADD CONSTRAINT "signed_consent_forms_record_id_fkey"
  FOREIGN KEY ("record_id") REFERENCES "patient_records"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Signed forms are append-only for the application. This one change is open to it: the scan of a paper form that lies in
-- the database gives way to a file with the same SHA-256.
CREATE FUNCTION "shelve_paper_form"(form UUID, record UUID) RETURNS BOOLEAN
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  BEGIN ATOMIC
    WITH moved AS (
      UPDATE "signed_consent_forms" AS kept SET "content" = NULL, "record_id" = record
      FROM "consent_requests" AS asked, "patient_records" AS file
      WHERE kept."id" = form AND kept."content" IS NOT NULL
        AND asked."id" = kept."request_id" AND asked."channel" = 'paper'
        AND file."id" = record AND file."is_paper_consent" AND file."patient_id" = asked."patient_id"
        AND file."sha256" = kept."sha256"
      RETURNING 1
    )
    SELECT count(*) = 1 FROM moved;
  END;
REVOKE EXECUTE ON FUNCTION shelve_paper_form(UUID, UUID) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shelve_paper_form(UUID, UUID) TO caseload_app;
