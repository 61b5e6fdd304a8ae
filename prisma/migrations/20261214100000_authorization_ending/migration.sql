ALTER TYPE "alert_type" ADD VALUE 'authorization_ending';

-- The end of an authorization about which people were alerted a month before.
ALTER TABLE "patients" ADD COLUMN "consent_ending_told" TIMESTAMPTZ(3);
