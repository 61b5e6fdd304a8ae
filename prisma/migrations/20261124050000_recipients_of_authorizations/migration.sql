-- A consent request fixes who may receive the records. What the patient has signed stands on the patient, so that every
-- question whether an attorney may see a record reads one row.
CREATE TYPE "records_before_consent" AS ENUM ('open', 'closed');
CREATE TYPE "disclosure_basis" AS ENUM (
  'authorization', 'patient_request', 'subpoena', 'court_order', 'treatment', 'other'
);

-- A firm that is a recipient stands for the users who work there.
ALTER TABLE "users" ADD COLUMN "firm" TEXT;

ALTER TABLE "clinic_settings"
  ADD COLUMN "records_before_consent" "records_before_consent",
  ADD COLUMN "default_recipient_name" TEXT,
  ADD COLUMN "default_recipient_firm" TEXT,
  ADD COLUMN "default_recipient_address" TEXT;

-- `recipients`: an array of {userId, name, firm, address}, as the form states them.
-- `recipients_derived`: an earlier version sent the form, which named the attorney only in its text.
ALTER TABLE "consent_requests"
  ADD COLUMN "recipients" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "recipients_derived" BOOLEAN NOT NULL DEFAULT false;
UPDATE "consent_requests" AS asked SET
  "recipients_derived" = true,
  "recipients" = coalesce((
    SELECT jsonb_build_array(jsonb_build_object(
      'userId', named."id", 'name', named."first_name" || ' ' || named."last_name", 'firm', null, 'address', null
    ))
    FROM "patients" AS patient JOIN "users" AS named ON named."id" = patient."assigned_attorney"
    WHERE patient."id" = asked."patient_id" AND named."role" = 'attorney'
  ), '[]');

-- `authorization`: {requestId, recipients} of the signed form that is in force, or was until it was revoked or expired.
ALTER TABLE "patients" ADD COLUMN "authorization" JSONB;
UPDATE "patients" AS patient SET "authorization" = (
  SELECT jsonb_build_object('requestId', asked."id", 'recipients', asked."recipients")
  FROM "consent_requests" AS asked JOIN "signed_consent_forms" AS form ON form."request_id" = asked."id"
  WHERE asked."patient_id" = patient."id" AND asked."state" = 'signed'
    AND asked."closed_at" = patient."consent_signed_at"
  ORDER BY asked."created_at" DESC LIMIT 1
)
WHERE patient."consent_signed_at" IS NOT NULL;

-- A clinic that has patients keeps its rule until an administrator chooses. A new one begins with the safer rule.
INSERT INTO "clinic_settings" ("id", "records_before_consent")
  SELECT 1, 'open' WHERE EXISTS (SELECT FROM "patients")
  ON CONFLICT ("id") DO UPDATE SET "records_before_consent" = 'open';

-- What is not under an authorization has another legal basis, with its reference and reason.
ALTER TABLE "forwardings"
  ALTER COLUMN "consent_request_id" DROP NOT NULL,
  ALTER COLUMN "consent_signed_at" DROP NOT NULL,
  ADD COLUMN "basis" "disclosure_basis" NOT NULL DEFAULT 'authorization',
  ADD COLUMN "basis_reference" TEXT,
  ADD COLUMN "basis_reason" TEXT;
ALTER TABLE "forwardings" ADD CONSTRAINT "forwardings_have_a_basis" CHECK (
  CASE WHEN "basis" = 'authorization' THEN "consent_request_id" IS NOT NULL AND "consent_signed_at" IS NOT NULL
    ELSE "basis_reference" IS NOT NULL AND "basis_reason" IS NOT NULL END
);
ALTER TABLE "disclosures"
  ADD COLUMN "basis" "disclosure_basis",
  ADD COLUMN "basis_reference" TEXT;
