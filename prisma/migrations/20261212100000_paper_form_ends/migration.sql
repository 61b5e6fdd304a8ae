-- The end that a form on paper states. Without it, a form ends `valid_days` after its signature.
ALTER TABLE "consent_requests" ADD COLUMN "valid_until" TIMESTAMPTZ(3);
