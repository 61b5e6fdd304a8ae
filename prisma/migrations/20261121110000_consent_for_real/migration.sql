-- What consent rests on: templates with versions, the whole story of a request, the outbox of mail, and what a
-- provider has told.
CREATE TYPE "consent_channel" AS ENUM ('remote', 'in_person', 'paper');

CREATE TYPE "identity_check" AS ENUM ('none', 'date_of_birth', 'email_code');

CREATE TYPE "signature_kind" AS ENUM ('typed', 'drawn', 'wet');

CREATE TYPE "mail_kind" AS ENUM ('consent_invitation', 'consent_reminder', 'identity_code', 'consent_copy', 'alert');

CREATE TYPE "mail_state" AS ENUM ('waiting', 'sent', 'failed', 'withdrawn');



ALTER TYPE "alert_type" ADD VALUE 'consent_voided';
ALTER TYPE "alert_type" ADD VALUE 'consent_revoked';
ALTER TYPE "alert_type" ADD VALUE 'authorization_ended';
ALTER TYPE "alert_type" ADD VALUE 'paper_copy_requested';
ALTER TYPE "alert_type" ADD VALUE 'mail_failed';

ALTER TABLE "clinic_settings" ADD COLUMN     "identity_check" "identity_check";

ALTER TABLE "patients" ADD COLUMN     "consent_expires_at" TIMESTAMPTZ(3);

ALTER TABLE "consent_requests" ADD COLUMN     "channel" "consent_channel" NOT NULL DEFAULT 'remote',
ADD COLUMN     "copy_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "copy_link_hash" TEXT,
ADD COLUMN     "disclosure_agreed_at" TIMESTAMPTZ(3),
ADD COLUMN     "identity_attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "identity_check" "identity_check" NOT NULL DEFAULT 'none',
ADD COLUMN     "identity_checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "identity_code_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "identity_code_hash" TEXT,
ADD COLUMN     "next_reminder_at" TIMESTAMPTZ(3),
ADD COLUMN     "original_sha256" TEXT,
ADD COLUMN     "paper_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "provider_checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "provider_error" TEXT,
ADD COLUMN     "provider_status" TEXT,
ADD COLUMN     "recorded_by" UUID,
ADD COLUMN     "reminders_sent" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "replaces_id" UUID,
ADD COLUMN     "retries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "retry_at" TIMESTAMPTZ(3),
ADD COLUMN     "signature_kind" "signature_kind",
ADD COLUMN     "signed_on" DATE,
ADD COLUMN     "template_version_id" UUID,
ADD COLUMN     "valid_days" INTEGER,
ADD COLUMN     "witness_name" TEXT;

ALTER TABLE "signed_consent_forms" ADD COLUMN     "certificate" BYTEA,
ADD COLUMN     "media_type" TEXT NOT NULL DEFAULT 'application/pdf',
ADD COLUMN     "original_sha256" TEXT,
ADD COLUMN     "sealed_by" TEXT;

CREATE TABLE "consent_templates" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "consent_templates_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "consent_template_versions" (
    "id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "valid_days" INTEGER,
    "sha256" TEXT NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consent_template_versions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "provider_events" (
    "id" UUID NOT NULL,
    "provider" "signing_provider_name" NOT NULL,
    "envelope_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3),
    "body_sha256" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handled_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "provider_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mail_messages" (
    "id" UUID NOT NULL,
    "kind" "mail_kind" NOT NULL,
    "to_address" TEXT NOT NULL,
    "user_id" UUID,
    "patient_id" UUID,
    "request_id" UUID,
    "alert_id" UUID,
    "state" "mail_state" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_try_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "message_id" TEXT,

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "consent_template_versions_template_id_number_key" ON "consent_template_versions"("template_id", "number");

CREATE UNIQUE INDEX "provider_events_body_sha256_key" ON "provider_events"("body_sha256");

CREATE INDEX "provider_events_envelope_id_received_at_idx" ON "provider_events"("envelope_id", "received_at");

CREATE INDEX "provider_events_received_at_idx" ON "provider_events"("received_at");

CREATE INDEX "mail_messages_state_created_at_idx" ON "mail_messages"("state", "created_at");

CREATE INDEX "mail_messages_request_id_idx" ON "mail_messages"("request_id");

CREATE UNIQUE INDEX "consent_requests_copy_link_hash_key" ON "consent_requests"("copy_link_hash");

CREATE UNIQUE INDEX "consent_requests_replaces_id_key" ON "consent_requests"("replaces_id");

CREATE INDEX "signed_consent_forms_sha256_idx" ON "signed_consent_forms"("sha256");

ALTER TABLE "consent_templates" ADD CONSTRAINT "consent_templates_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "consent_template_versions" ADD CONSTRAINT "consent_template_versions_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "consent_templates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "consent_template_versions" ADD CONSTRAINT "consent_template_versions_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "consent_requests" ADD CONSTRAINT "consent_requests_recorded_by_fkey" FOREIGN KEY ("recorded_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "consent_requests" ADD CONSTRAINT "consent_requests_template_version_id_fkey" FOREIGN KEY ("template_version_id") REFERENCES "consent_template_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "consent_requests" ADD CONSTRAINT "consent_requests_replaces_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "consent_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "consent_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One template is what a plain "Send Consent" sends.
CREATE UNIQUE INDEX "consent_templates_one_default" ON "consent_templates" ("is_default") WHERE "is_default";

-- The jobs look for these alone.
CREATE INDEX "consent_requests_next_reminder_at_idx" ON "consent_requests" ("next_reminder_at")
  WHERE "state" = 'sent' AND "next_reminder_at" IS NOT NULL;
CREATE INDEX "consent_requests_open_until_idx" ON "consent_requests" ("expires_at") WHERE "state" = 'sent';
CREATE INDEX "patients_consent_expires_at_idx" ON "patients" ("consent_expires_at")
  WHERE "consent_expires_at" IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON "consent_templates", "provider_events", "mail_messages" TO caseload_app;
-- What a template said is never rewritten: signed forms rest on it.
GRANT SELECT, INSERT ON "consent_template_versions" TO caseload_app;

-- Ink on paper and a provider's own screens have no notice of ours to agree to.
ALTER TABLE "consent_requests" DROP CONSTRAINT "consent_requests_signed_is_whole";
ALTER TABLE "consent_requests" ADD CONSTRAINT "consent_requests_signed_is_whole" CHECK (
  "state" <> 'signed'
  OR (
    num_nonnulls("closed_at", "signer_name") = 2
    AND (
      "channel" = 'paper'
      OR "provider" = 'docusign'
      OR num_nonnulls("opened_at", "disclosure_version") = 2
    )
  )
);
