CREATE TYPE "data_export_kind" AS ENUM ('all_data', 'evidence');

ALTER TABLE "data_exports"
  ADD COLUMN "kind" "data_export_kind" NOT NULL DEFAULT 'all_data',
  ADD COLUMN "patient_id" UUID,
  ADD CONSTRAINT "data_exports_patient_check" CHECK ("patient_id" IS NULL OR "kind" = 'evidence'),
  ADD CONSTRAINT "data_exports_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE INDEX "data_exports_patient_id_idx" ON "data_exports"("patient_id");
