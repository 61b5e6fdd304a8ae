-- Reminders to patients, and what patients answer through the link in a reminder.
ALTER TYPE "mail_kind" ADD VALUE 'visit_reminder';
ALTER TYPE "alert_type" ADD VALUE 'call_wanted';
CREATE TYPE "patient_reminder_kind" AS ENUM ('visit', 'form');
CREATE TYPE "patient_answer" AS ENUM ('confirmed', 'call_wanted');

-- Days before a consultation on which the patient is reminded; 0 for no such reminder.
ALTER TABLE "clinic_settings"
  ADD COLUMN "visit_reminder_first_days" INTEGER,
  ADD COLUMN "visit_reminder_last_days" INTEGER;

-- When the patient asked for no more reminders; empty while reminders are sent.
ALTER TABLE "patients" ADD COLUMN "reminders_stopped_at" TIMESTAMPTZ(3);

ALTER TABLE "appointments"
  ADD COLUMN "patient_answer" "patient_answer",
  ADD COLUMN "patient_answered_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "appointments_answer_is_whole" CHECK (("patient_answer" IS NULL) = ("patient_answered_at" IS NULL));

CREATE TABLE "patient_reminders" (
  "id" UUID NOT NULL,
  "kind" "patient_reminder_kind" NOT NULL,
  "patient_id" UUID NOT NULL,
  "appointment_id" UUID,
  "request_id" UUID,
  "days_before" INTEGER,
  "link_hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "voided_at" TIMESTAMPTZ(3),
  "call_wanted_at" TIMESTAMPTZ(3),
  CONSTRAINT "patient_reminders_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "patient_reminders_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "patient_reminders_appointment_id_fkey" FOREIGN KEY ("appointment_id") REFERENCES "appointments"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "patient_reminders_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "consent_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "patient_reminders_is_about_one" CHECK (
    ("kind" = 'visit') = ("appointment_id" IS NOT NULL AND "days_before" IS NOT NULL)
    AND ("kind" = 'form') = ("request_id" IS NOT NULL)
  )
);
CREATE UNIQUE INDEX "patient_reminders_link_hash_key" ON "patient_reminders"("link_hash");
CREATE INDEX "patient_reminders_patient_id_idx" ON "patient_reminders"("patient_id");
-- One reminder of each day for each time of an appointment, whatever crashes or runs twice.
CREATE UNIQUE INDEX "patient_reminders_once" ON "patient_reminders"("appointment_id", "days_before") WHERE "voided_at" IS NULL;
GRANT SELECT, INSERT, UPDATE ON "patient_reminders" TO caseload_app;

ALTER TABLE "mail_messages" ADD COLUMN "reminder_id" UUID;
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_reminder_id_fkey"
  FOREIGN KEY ("reminder_id") REFERENCES "patient_reminders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An answer is about one time. An appointment is moved and canceled in several places, so the database forgets the answer
-- and voids the links that were sent for the former time.
CREATE FUNCTION "forget_patient_answer"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW."patient_answer" := NULL;
  NEW."patient_answered_at" := NULL;
  UPDATE "patient_reminders" SET "voided_at" = now() WHERE "appointment_id" = NEW."id" AND "voided_at" IS NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "appointment_moved" BEFORE UPDATE OF "scheduled_at", "status" ON "appointments" FOR EACH ROW
  WHEN (NEW."scheduled_at" IS DISTINCT FROM OLD."scheduled_at"
    OR (NEW."status" = 'cancelled' AND OLD."status" IS DISTINCT FROM NEW."status"))
  EXECUTE FUNCTION "forget_patient_answer"();
