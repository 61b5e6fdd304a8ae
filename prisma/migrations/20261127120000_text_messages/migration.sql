-- The number at which the patient agreed to get text messages, like +14155550132. It counts only while it is the patient's
-- phone, because the agreement is for that number.
ALTER TABLE "patients" ADD COLUMN "text_number" TEXT;

ALTER TYPE "mail_kind" ADD VALUE 'visit_text';
ALTER TYPE "mail_kind" ADD VALUE 'consent_text';
ALTER TYPE "alert_type" ADD VALUE 'text_failed';
