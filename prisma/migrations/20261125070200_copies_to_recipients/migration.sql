-- Whether the recipients who can see the chart are told when the form is signed, with a link to their copy.
ALTER TYPE "alert_type" ADD VALUE 'consent_copy';
ALTER TABLE "consent_requests" ADD COLUMN "copy_to_recipients" BOOLEAN NOT NULL DEFAULT false;
