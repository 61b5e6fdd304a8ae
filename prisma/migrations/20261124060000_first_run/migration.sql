-- The phone is shown to patients. The times are what administrators decided while setting the clinic up: that the consent
-- form was reviewed, who may see records before a form is signed, and that the checklist is no longer shown.
ALTER TABLE "clinic_settings"
  ADD COLUMN "phone" TEXT,
  ADD COLUMN "consent_form_reviewed_at" TIMESTAMPTZ(3),
  ADD COLUMN "records_chosen_at" TIMESTAMPTZ(3),
  ADD COLUMN "setup_dismissed_at" TIMESTAMPTZ(3);

-- An earlier upgrade set the rule to open without a choice. Only the audit log says whether an administrator chose since.
UPDATE "clinic_settings" SET "records_chosen_at" = (
  SELECT max("created_at") FROM "audit_logs"
  WHERE "resource_type" = 'clinic_settings' AND "action" = 'updated'
    AND "details"->'fields' @> '"recordsBeforeConsent"'
)
WHERE "records_before_consent" IS NOT NULL;

-- Production mode refuses a database with the demo clinic, whose passwords are public. Earlier versions are recognized by its
-- three accounts.
ALTER TABLE "clinic_settings" ADD COLUMN "holds_sample_data" BOOLEAN NOT NULL DEFAULT false;
INSERT INTO "clinic_settings" ("id", "holds_sample_data")
  SELECT 1, true FROM "users"
  WHERE "email" IN ('admin@clinic.test', 'staff@clinic.test', 'attorney@clinic.test')
  HAVING count(*) = 3
  ON CONFLICT ("id") DO UPDATE SET "holds_sample_data" = true;
