ALTER TYPE "alert_type" ADD VALUE 'record_misfiled';

-- Moves of records to another chart. If the first one was of another patient, the accounting of the right patient has the disclosures
-- that were made from there.
CREATE TABLE "record_moves" (
    "id" UUID NOT NULL,
    "record_id" UUID NOT NULL,
    "from_patient_id" UUID NOT NULL,
    "to_patient_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "is_same_patient" BOOLEAN NOT NULL,
    "moved_by" UUID NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "record_moves_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "record_moves_record_id_idx" ON "record_moves"("record_id");
CREATE INDEX "record_moves_from_patient_id_idx" ON "record_moves"("from_patient_id");
CREATE INDEX "record_moves_to_patient_id_idx" ON "record_moves"("to_patient_id");
ALTER TABLE "record_moves" ADD CONSTRAINT "record_moves_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "patient_records"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "record_moves" ADD CONSTRAINT "record_moves_from_patient_id_fkey" FOREIGN KEY ("from_patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "record_moves" ADD CONSTRAINT "record_moves_to_patient_id_fkey" FOREIGN KEY ("to_patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "record_moves" ADD CONSTRAINT "record_moves_moved_by_fkey" FOREIGN KEY ("moved_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT ON "record_moves" TO caseload_app;
