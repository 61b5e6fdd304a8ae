-- The seal of a form can have a time stamp by an outside service.
ALTER TABLE "signed_consent_forms" ADD COLUMN "stamped_at" TIMESTAMPTZ(3);
