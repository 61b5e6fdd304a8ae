-- Requests for the accounting of disclosures become one kind of the requests that a clinic must answer in time.
ALTER TYPE "alert_type" RENAME VALUE 'accounting_due' TO 'patient_request_due';
CREATE TYPE "patient_request_kind" AS ENUM ('access', 'amendment', 'accounting');
CREATE TYPE "patient_request_outcome" AS ENUM ('granted', 'partly_denied', 'denied');

ALTER TABLE "accounting_requests" RENAME TO "patient_requests";
ALTER TABLE "patient_requests" RENAME CONSTRAINT "accounting_requests_pkey" TO "patient_requests_pkey";
ALTER TABLE "patient_requests" RENAME CONSTRAINT "accounting_requests_extended" TO "patient_requests_extended";
ALTER TABLE "patient_requests" RENAME CONSTRAINT "accounting_requests_patient_id_fkey" TO "patient_requests_patient_id_fkey";
ALTER TABLE "patient_requests" RENAME CONSTRAINT "accounting_requests_recorded_by_fkey" TO "patient_requests_recorded_by_fkey";
ALTER TABLE "patient_requests" RENAME CONSTRAINT "accounting_requests_answered_by_fkey" TO "patient_requests_answered_by_fkey";
ALTER INDEX "accounting_requests_patient_id_received_on_idx" RENAME TO "patient_requests_patient_id_received_on_idx";
ALTER INDEX "accounting_requests_open_idx" RENAME TO "patient_requests_open_idx";

ALTER TABLE "patient_requests" ADD COLUMN "kind" "patient_request_kind" NOT NULL DEFAULT 'accounting';
ALTER TABLE "patient_requests" ALTER COLUMN "kind" DROP DEFAULT;
ALTER TABLE "patient_requests" ADD COLUMN "details" TEXT;
ALTER TABLE "patient_requests" ADD COLUMN "outcome" "patient_request_outcome";
ALTER TABLE "patient_requests" ADD COLUMN "denial_reason" TEXT;
UPDATE "patient_requests" SET "outcome" = 'granted' WHERE "answered_on" IS NOT NULL;

ALTER TABLE "patient_requests" DROP CONSTRAINT "accounting_requests_answered";
ALTER TABLE "patient_requests" ADD CONSTRAINT "patient_requests_answered" CHECK (
  ("answered_on" IS NULL) = ("answered_by" IS NULL) AND ("answered_on" IS NULL) = ("outcome" IS NULL)
);
ALTER TABLE "patient_requests" ADD CONSTRAINT "patient_requests_details" CHECK (("details" IS NULL) = ("kind" = 'accounting'));
-- Only what was denied has a reason for it, and the accounting is never denied.
ALTER TABLE "patient_requests" ADD CONSTRAINT "patient_requests_denied" CHECK (
  ("denial_reason" IS NOT NULL) = coalesce("outcome" <> 'granted', false)
  AND ("kind" <> 'accounting' OR "denial_reason" IS NULL)
);
-- 45 CFR 164.524(b)(2), 164.526(b)(2) and 164.528(c)(1): 30 or 60 days, and once 30 more. State law may set fewer.
ALTER TABLE "patient_requests" DROP CONSTRAINT "accounting_requests_due";
ALTER TABLE "patient_requests" ADD CONSTRAINT "patient_requests_due" CHECK (
  "due_on" BETWEEN "received_on" AND "received_on"
    + CASE "kind" WHEN 'access' THEN 30 ELSE 60 END
    + CASE WHEN "extended_on" IS NULL THEN 0 ELSE 30 END
);

GRANT UPDATE ("outcome", "denial_reason") ON "patient_requests" TO caseload_app;
