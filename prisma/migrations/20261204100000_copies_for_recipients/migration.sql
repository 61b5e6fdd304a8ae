-- A recipient of a signed form who cannot open the chart gets a link to it by e-mail.
ALTER TYPE "mail_kind" ADD VALUE 'recipient_copy';

CREATE TABLE "recipient_copies" (
  "id" UUID PRIMARY KEY,
  "patient_id" UUID NOT NULL REFERENCES "patients" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "consent_request_id" UUID NOT NULL REFERENCES "consent_requests" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "recipient" JSONB NOT NULL,
  "user_id" UUID REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "email" TEXT NOT NULL,
  "link_hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "downloads" INTEGER NOT NULL DEFAULT 0,
  "downloaded_at" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "recipient_copies_link_hash_key" ON "recipient_copies" ("link_hash");
CREATE INDEX "recipient_copies_consent_request_id_idx" ON "recipient_copies" ("consent_request_id");
GRANT SELECT, INSERT, UPDATE ("attempts", "downloads", "downloaded_at", "expires_at") ON "recipient_copies" TO caseload_app;

ALTER TABLE "mail_messages" ADD COLUMN "recipient_copy_id" UUID
  REFERENCES "recipient_copies" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
