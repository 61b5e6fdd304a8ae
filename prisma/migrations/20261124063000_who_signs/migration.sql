-- Who signs a form, and whether staff have to review it before it opens anything.
CREATE TYPE "signer_capacity" AS ENUM ('patient', 'parent', 'guardian', 'power_of_attorney', 'executor');
CREATE TYPE "authority_proof" AS ENUM ('upload', 'shown_to_staff');
CREATE TYPE "consent_review" AS ENUM ('waiting', 'accepted', 'rejected');
ALTER TYPE "alert_type" ADD VALUE 'consent_review';
ALTER TYPE "alert_type" ADD VALUE 'consent_rejected';

-- `review_state` is empty if the form needs no review. `status_attempts` counts wrong answers at a link that has ended.
ALTER TABLE "consent_requests"
  ADD COLUMN "signer_capacity" "signer_capacity",
  ADD COLUMN "representative_email" TEXT,
  ADD COLUMN "representative_relation" TEXT,
  ADD COLUMN "authority_proof" "authority_proof",
  ADD COLUMN "proof_record_id" UUID,
  ADD COLUMN "proof_uploads" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "status_attempts" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "review_state" "consent_review",
  ADD COLUMN "review_reasons" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "reviewed_at" TIMESTAMPTZ(3),
  ADD COLUMN "reviewed_by" UUID,
  ADD COLUMN "review_note" TEXT;
ALTER TABLE "consent_requests"
  ADD CONSTRAINT "consent_requests_proof_record_id_fkey"
    FOREIGN KEY ("proof_record_id") REFERENCES "patient_records"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "consent_requests_reviewed_by_fkey"
    FOREIGN KEY ("reviewed_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "consent_requests_reviewed_is_whole" CHECK (
    coalesce("review_state" IN ('accepted', 'rejected'), false) = ("reviewed_at" IS NOT NULL)
    AND ("review_state" IS DISTINCT FROM 'rejected' OR "review_note" IS NOT NULL)
  ),
  ADD CONSTRAINT "consent_requests_review_has_reasons" CHECK (
    ("review_state" IS NULL) = (cardinality("review_reasons") = 0)
  );
CREATE UNIQUE INDEX "consent_requests_proof_record_id_key" ON "consent_requests"("proof_record_id");

-- Forms that earlier versions recorded were signed by patients, and count without a review.
UPDATE "consent_requests" SET "signer_capacity" = 'patient' WHERE "state" = 'signed';

-- The request whose signed form waits for a review. It stands on the patient, so that every question whether an attorney
-- may see a record reads one row.
ALTER TABLE "patients" ADD COLUMN "review_request_id" UUID;

-- The clinic's identity check is a floor now, and the date of birth is its default. A stronger check stays.
ALTER TABLE "clinic_settings" ADD COLUMN "adult_age" INTEGER;
UPDATE "clinic_settings" SET "identity_check" = 'date_of_birth' WHERE "identity_check" = 'none';

-- A form that staff reject leaves the reports of signatures.
CREATE FUNCTION "withdraw_consent_signature"() RETURNS TRIGGER
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM "consent_signatures" WHERE "request_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "consent_signature_withdrawn" AFTER UPDATE OF "review_state" ON "consent_requests" FOR EACH ROW
  WHEN (NEW."review_state" = 'rejected') EXECUTE FUNCTION "withdraw_consent_signature"();
REVOKE EXECUTE ON FUNCTION withdraw_consent_signature() FROM PUBLIC;
