-- What Prisma cannot say stands at the top and at the bottom; the middle is what it prints for schema.prisma.

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- The application's role. Login roles become members of it; it owns nothing.
DO $$
BEGIN
  CREATE ROLE caseload_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;


-- CreateEnum
CREATE TYPE "role" AS ENUM ('admin', 'staff', 'attorney');

-- CreateEnum
CREATE TYPE "patient_status" AS ENUM ('pending_consent', 'consent_sent', 'consent_signed', 'schedulable', 'treatment_completed', 'pending_records', 'records_forwarded', 'dropped');

-- CreateEnum
CREATE TYPE "consent_request_state" AS ENUM ('preparing', 'sent', 'signed', 'declined', 'expired', 'voided', 'failed');

-- CreateEnum
CREATE TYPE "signing_provider_name" AS ENUM ('built_in', 'docusign');

-- CreateEnum
CREATE TYPE "task_status" AS ENUM ('pending', 'in_progress', 'completed', 'cancelled');

-- CreateEnum
CREATE TYPE "task_priority" AS ENUM ('low', 'normal', 'high', 'urgent');

-- CreateEnum
CREATE TYPE "appointment_status" AS ENUM ('scheduled', 'completed', 'cancelled', 'no_show');

-- CreateEnum
CREATE TYPE "note_type" AS ENUM ('general', 'appointment', 'treatment', 'legal', 'insurance');

-- CreateEnum
CREATE TYPE "alert_type" AS ENUM ('consent_signed', 'consent_declined', 'consent_expired', 'patient_assigned', 'patient_dropped', 'record_uploaded', 'task_assigned', 'task_due', 'appointment_created', 'appointment_changed', 'appointment_cancelled', 'account_locked', 'webhook_rejected', 'audit_chain_broken');

-- CreateEnum
CREATE TYPE "audit_action" AS ENUM ('created', 'updated', 'deleted', 'viewed', 'listed', 'downloaded', 'exported', 'imported', 'consent_sent', 'consent_signed', 'consent_declined', 'consent_voided', 'consent_expired', 'consent_revoked', 'login', 'login_failed', 'logout', 'locked', 'denied', 'break_glass');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" CITEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "profile_image_url" TEXT,
    "role" "role" NOT NULL DEFAULT 'staff',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "patients" (
    "id" UUID NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "email" CITEXT NOT NULL,
    "phone" TEXT,
    "date_of_birth" DATE,
    "date_of_injury" DATE,
    "injury_description" TEXT,
    "address" TEXT,
    "status" "patient_status" NOT NULL DEFAULT 'pending_consent',
    "status_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "consent_form_url" TEXT,
    "consent_signed_at" TIMESTAMPTZ(3),
    "consent_is_manual" BOOLEAN NOT NULL DEFAULT false,
    "docusign_envelope_id" TEXT,
    "notes" TEXT,
    "assigned_attorney" UUID,
    "consultation_date" DATE,
    "consultation_time" TEXT,
    "consultation_location" TEXT,
    "drop_reason" TEXT,
    "dropped_by" UUID,
    "dropped_at" TIMESTAMPTZ(3),
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "search_text" TEXT,

    CONSTRAINT "patients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "patient_status_changes" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "from" "patient_status",
    "to" "patient_status" NOT NULL,
    "reason" TEXT,
    "changed_by" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "patient_status_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "patient_counts" (
    "assignee_key" UUID NOT NULL,
    "status" "patient_status" NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "patient_counts_pkey" PRIMARY KEY ("assignee_key","status")
);

-- CreateTable
CREATE TABLE "consent_requests" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "state" "consent_request_state" NOT NULL DEFAULT 'preparing',
    "provider" "signing_provider_name" NOT NULL,
    "idempotency_key" UUID NOT NULL,
    "envelope_id" TEXT,
    "link_hash" TEXT,
    "document" JSONB NOT NULL,
    "document_sha256" TEXT NOT NULL,
    "template_version" TEXT NOT NULL,
    "sent_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "close_reason" TEXT,
    "disclosure_version" TEXT,
    "signer_name" TEXT,
    "signer_ip" TEXT,
    "signer_user_agent" TEXT,

    CONSTRAINT "consent_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signed_consent_forms" (
    "id" UUID NOT NULL,
    "request_id" UUID NOT NULL,
    "content" BYTEA NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signed_consent_forms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "patient_id" UUID,
    "assigned_to" UUID NOT NULL,
    "created_by" UUID NOT NULL,
    "status" "task_status" NOT NULL DEFAULT 'pending',
    "priority" "task_priority" NOT NULL DEFAULT 'normal',
    "due_date" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "appointments" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "provider_id" UUID NOT NULL,
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL,
    "duration" INTEGER NOT NULL DEFAULT 60,
    "status" "appointment_status" NOT NULL DEFAULT 'scheduled',
    "notes" TEXT,
    "location" TEXT,
    "is_consultation" BOOLEAN NOT NULL DEFAULT false,
    "is_double_booked" BOOLEAN NOT NULL DEFAULT false,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "appointments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "patient_records" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_path" TEXT NOT NULL,
    "file_size" INTEGER NOT NULL,
    "mime_type" TEXT NOT NULL,
    "description" TEXT,
    "uploaded_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by" UUID,

    CONSTRAINT "patient_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_logs" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "patient_id" UUID,
    "action" "audit_action" NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_id" TEXT,
    "details" JSONB,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alerts" (
    "id" UUID NOT NULL,
    "type" "alert_type" NOT NULL,
    "patient_id" UUID,
    "user_id" UUID NOT NULL,
    "message" TEXT NOT NULL,
    "is_read" BOOLEAN NOT NULL DEFAULT false,
    "email_sent" BOOLEAN NOT NULL DEFAULT false,
    "scheduled_for" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "patient_notes" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "created_by" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "note_type" "note_type" NOT NULL DEFAULT 'general',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "patient_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "sid" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "sess" JSONB NOT NULL,
    "expire" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("sid")
);

-- CreateIndex
CREATE INDEX "users_last_name_first_name_id_idx" ON "users"("last_name", "first_name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "patients_email_key" ON "patients"("email");

-- CreateIndex
CREATE INDEX "patients_created_at_id_idx" ON "patients"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "patients_status_created_at_id_idx" ON "patients"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "patients_assigned_attorney_created_at_id_idx" ON "patients"("assigned_attorney", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "patients_assigned_attorney_status_created_at_id_idx" ON "patients"("assigned_attorney", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "patients_last_name_first_name_id_idx" ON "patients"("last_name", "first_name", "id");

-- CreateIndex
CREATE INDEX "patients_status_status_since_id_idx" ON "patients"("status", "status_since", "id");

-- CreateIndex
CREATE INDEX "patients_created_by_idx" ON "patients"("created_by");

-- CreateIndex
CREATE INDEX "patient_status_changes_patient_id_changed_at_idx" ON "patient_status_changes"("patient_id", "changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "consent_requests_idempotency_key_key" ON "consent_requests"("idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "consent_requests_envelope_id_key" ON "consent_requests"("envelope_id");

-- CreateIndex
CREATE UNIQUE INDEX "consent_requests_link_hash_key" ON "consent_requests"("link_hash");

-- CreateIndex
CREATE INDEX "consent_requests_patient_id_created_at_idx" ON "consent_requests"("patient_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "consent_requests_state_created_at_idx" ON "consent_requests"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "signed_consent_forms_request_id_key" ON "signed_consent_forms"("request_id");

-- CreateIndex
CREATE INDEX "tasks_status_due_date_priority_id_idx" ON "tasks"("status", "due_date", "priority", "id");

-- CreateIndex
CREATE INDEX "tasks_assigned_to_status_due_date_idx" ON "tasks"("assigned_to", "status", "due_date");

-- CreateIndex
CREATE INDEX "tasks_patient_id_idx" ON "tasks"("patient_id");

-- CreateIndex
CREATE INDEX "appointments_scheduled_at_id_idx" ON "appointments"("scheduled_at", "id");

-- CreateIndex
CREATE INDEX "appointments_provider_id_scheduled_at_idx" ON "appointments"("provider_id", "scheduled_at");

-- CreateIndex
CREATE INDEX "appointments_patient_id_scheduled_at_idx" ON "appointments"("patient_id", "scheduled_at");

-- CreateIndex
CREATE INDEX "patient_records_patient_id_created_at_idx" ON "patient_records"("patient_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "audit_logs_created_at_id_idx" ON "audit_logs"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_logs_patient_id_created_at_id_idx" ON "audit_logs"("patient_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_logs_user_id_created_at_id_idx" ON "audit_logs"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_logs_action_created_at_id_idx" ON "audit_logs"("action", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "alerts_user_id_created_at_id_idx" ON "alerts"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "alerts_user_id_is_read_idx" ON "alerts"("user_id", "is_read");

-- CreateIndex
CREATE INDEX "patient_notes_patient_id_created_at_id_idx" ON "patient_notes"("patient_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sessions_expire_idx" ON "sessions"("expire");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- AddForeignKey
ALTER TABLE "patients" ADD CONSTRAINT "patients_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "patients" ADD CONSTRAINT "patients_assigned_attorney_fkey" FOREIGN KEY ("assigned_attorney") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "patients" ADD CONSTRAINT "patients_dropped_by_fkey" FOREIGN KEY ("dropped_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "patient_status_changes" ADD CONSTRAINT "patient_status_changes_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "patient_status_changes" ADD CONSTRAINT "patient_status_changes_changed_by_fkey" FOREIGN KEY ("changed_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_requests" ADD CONSTRAINT "consent_requests_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_requests" ADD CONSTRAINT "consent_requests_sent_by_fkey" FOREIGN KEY ("sent_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signed_consent_forms" ADD CONSTRAINT "signed_consent_forms_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "consent_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assigned_to_fkey" FOREIGN KEY ("assigned_to") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "patient_records" ADD CONSTRAINT "patient_records_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "patient_records" ADD CONSTRAINT "patient_records_uploaded_by_fkey" FOREIGN KEY ("uploaded_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "patient_records" ADD CONSTRAINT "patient_records_deleted_by_fkey" FOREIGN KEY ("deleted_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "patient_notes" ADD CONSTRAINT "patient_notes_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "patient_notes" ADD CONSTRAINT "patient_notes_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Names sort as people expect (case and accents last), whatever the database's own locale is.
ALTER TABLE "users"
  ALTER COLUMN "first_name" TYPE TEXT COLLATE "und-x-icu",
  ALTER COLUMN "last_name" TYPE TEXT COLLATE "und-x-icu";
ALTER TABLE "patients"
  ALTER COLUMN "first_name" TYPE TEXT COLLATE "und-x-icu",
  ALTER COLUMN "last_name" TYPE TEXT COLLATE "und-x-icu";

-- A deleted user is a tombstone whose address is free again.
CREATE UNIQUE INDEX "users_email_key" ON "users"("email") WHERE "deleted_at" IS NULL;

-- Search: names and e-mail without case and accents. domain/patients/search.ts folds the terms the same way.
CREATE FUNCTION "search_fold"(value TEXT) RETURNS TEXT
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu") COLLATE "C";
ALTER TABLE "patients" DROP COLUMN "search_text";
ALTER TABLE "patients" ADD COLUMN "search_text" TEXT COLLATE "C"
  GENERATED ALWAYS AS (search_fold(("first_name" || ' ' || "last_name" || ' ' || "email"::text) COLLATE "und-x-icu")) STORED;
CREATE INDEX "patients_search_text_idx" ON "patients" USING gin ("search_text" gin_trgm_ops);

-- A patient is dropped with a reason, a person and a moment, or not at all.
ALTER TABLE "patients" ADD CONSTRAINT "patients_drop_is_whole" CHECK (
  ("status" = 'dropped') = ("dropped_at" IS NOT NULL)
  AND ("status" = 'dropped') = ("drop_reason" IS NOT NULL)
  AND ("status" = 'dropped') = ("dropped_by" IS NOT NULL)
);
ALTER TABLE "patients" ADD CONSTRAINT "patients_consultation_is_whole" CHECK (
  num_nonnulls("consultation_date", "consultation_time", "consultation_location") IN (0, 3)
  AND ("consultation_time" IS NULL OR "consultation_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);

-- One open request per patient: the second of two concurrent sends finds this index.
CREATE UNIQUE INDEX "consent_requests_one_open_per_patient" ON "consent_requests"("patient_id")
  WHERE "state" IN ('preparing', 'sent');
ALTER TABLE "consent_requests" ADD CONSTRAINT "consent_requests_signed_is_whole" CHECK (
  "state" <> 'signed'
  OR num_nonnulls("closed_at", "opened_at", "signer_name", "disclosure_version") = 4
);

-- Nobody is in two places at once, unless somebody said "book anyway".
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_duration_is_sane" CHECK ("duration" BETWEEN 5 AND 1440);
-- Whole minutes do not depend on a time zone, so this may be immutable although timestamptz + interval is not.
CREATE FUNCTION "appointment_span"(starts TIMESTAMPTZ, minutes INTEGER) RETURNS TSTZRANGE
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN tstzrange(starts, starts + make_interval(mins => minutes));
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_provider_is_free" EXCLUDE USING gist (
  "provider_id" WITH =, appointment_span("scheduled_at", "duration") WITH &&
) WHERE ("status" = 'scheduled' AND NOT "is_double_booked");
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_patient_is_free" EXCLUDE USING gist (
  "patient_id" WITH =, appointment_span("scheduled_at", "duration") WITH &&
) WHERE ("status" = 'scheduled' AND NOT "is_double_booked");
CREATE UNIQUE INDEX "appointments_one_consultation_per_patient" ON "appointments"("patient_id")
  WHERE "is_consultation" AND "status" = 'scheduled';

-- Counters by assignee and status. Both rows of a move are taken in the order of their keys, so that two
-- patients moving in opposite directions never wait for each other in a circle.
CREATE FUNCTION "count_patient"(assignee UUID, state "patient_status", change INTEGER) RETURNS VOID
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  BEGIN ATOMIC
    INSERT INTO "patient_counts" AS kept ("assignee_key", "status", "count")
    VALUES (coalesce(assignee, '00000000-0000-0000-0000-000000000000'), state, change)
    ON CONFLICT ("assignee_key", "status") DO UPDATE SET "count" = kept."count" + change;
  END;
CREATE FUNCTION "count_patients"() RETURNS TRIGGER
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  nobody CONSTANT UUID := '00000000-0000-0000-0000-000000000000';
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM count_patient(NEW."assigned_attorney", NEW."status", 1);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM count_patient(OLD."assigned_attorney", OLD."status", -1);
  ELSIF (coalesce(OLD."assigned_attorney", nobody), OLD."status")
      < (coalesce(NEW."assigned_attorney", nobody), NEW."status") THEN
    PERFORM count_patient(OLD."assigned_attorney", OLD."status", -1);
    PERFORM count_patient(NEW."assigned_attorney", NEW."status", 1);
  ELSE
    PERFORM count_patient(NEW."assigned_attorney", NEW."status", 1);
    PERFORM count_patient(OLD."assigned_attorney", OLD."status", -1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "patients_counted" AFTER INSERT OR DELETE ON "patients"
  FOR EACH ROW EXECUTE FUNCTION count_patients();
CREATE TRIGGER "patients_recounted" AFTER UPDATE OF "status", "assigned_attorney" ON "patients"
  FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status"
    OR OLD."assigned_attorney" IS DISTINCT FROM NEW."assigned_attorney")
  EXECUTE FUNCTION count_patients();

-- The audit trail is append-only. The grants below keep the application out; this stops the owner's mistakes.
CREATE FUNCTION "refuse_audit_change"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_logs is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER "audit_logs_append_only" BEFORE UPDATE OR DELETE ON "audit_logs"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "audit_logs_never_truncated" BEFORE TRUNCATE ON "audit_logs"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- What the application may do, table by table; what is missing here it cannot do.
GRANT USAGE ON SCHEMA public TO caseload_app;
GRANT SELECT, INSERT ON "audit_logs", "patient_status_changes", "signed_consent_forms" TO caseload_app;
GRANT SELECT, INSERT, UPDATE ON
  "users", "patients", "consent_requests", "tasks", "appointments", "patient_records", "patient_notes"
  TO caseload_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "alerts", "sessions" TO caseload_app;
GRANT SELECT ON "patient_counts" TO caseload_app;
REVOKE EXECUTE ON FUNCTION count_patient(UUID, "patient_status", INTEGER), count_patients() FROM PUBLIC;
