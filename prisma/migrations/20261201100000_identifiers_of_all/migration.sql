-- Appointments, tasks, records and users can have identifiers of other systems, too. They share the table of the patients'.
CREATE TYPE "identifier_kind" AS ENUM ('patient', 'appointment', 'task', 'record', 'user');

ALTER TABLE "patient_identifiers" RENAME TO "identifiers";
ALTER TABLE "identifiers" RENAME CONSTRAINT "patient_identifiers_pkey" TO "identifiers_pkey";
ALTER TABLE "identifiers" RENAME CONSTRAINT "patient_identifiers_patient_id_fkey" TO "identifiers_patient_id_fkey";
ALTER INDEX "patient_identifiers_patient_id_idx" RENAME TO "identifiers_patient_id_idx";
DROP INDEX "patient_identifiers_system_value_key";

ALTER TABLE "identifiers"
  ADD COLUMN "kind" "identifier_kind" NOT NULL DEFAULT 'patient',
  ADD COLUMN "appointment_id" UUID,
  ADD COLUMN "task_id" UUID,
  ADD COLUMN "record_id" UUID,
  ADD COLUMN "user_id" UUID,
  ALTER COLUMN "patient_id" DROP NOT NULL,
  ADD CONSTRAINT "identifiers_appointment_id_fkey" FOREIGN KEY ("appointment_id") REFERENCES "appointments"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "identifiers_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "identifiers_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "patient_records"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "identifiers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "identifiers_of_one" CHECK (
    ("kind" = 'patient') = ("patient_id" IS NOT NULL)
    AND ("kind" = 'appointment') = ("appointment_id" IS NOT NULL)
    AND ("kind" = 'task') = ("task_id" IS NOT NULL)
    AND ("kind" = 'record') = ("record_id" IS NOT NULL)
    AND ("kind" = 'user') = ("user_id" IS NOT NULL)
  );
ALTER TABLE "identifiers" ALTER COLUMN "kind" DROP DEFAULT;

CREATE UNIQUE INDEX "identifiers_kind_system_value_key" ON "identifiers"("kind", "system", "value");
CREATE INDEX "identifiers_appointment_id_idx" ON "identifiers"("appointment_id");
CREATE INDEX "identifiers_task_id_idx" ON "identifiers"("task_id");
CREATE INDEX "identifiers_record_id_idx" ON "identifiers"("record_id");
CREATE INDEX "identifiers_user_id_idx" ON "identifiers"("user_id");

CREATE OR REPLACE FUNCTION "identifier_words_of"(patient UUID) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT string_agg("value" || ' ' || regexp_replace("value", '[^0-9]', '', 'g'), ' ' ORDER BY "system", "value")
  FROM "identifiers" WHERE "patient_id" = patient
$$;
