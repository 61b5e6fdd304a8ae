-- Why an administrator took a record out of sight; a program that was asked for no reason gives none.
ALTER TABLE "patient_records" ADD COLUMN "delete_reason" TEXT;
ALTER TABLE "patient_records" ADD CONSTRAINT "patient_records_deleted_for_something"
  CHECK ("delete_reason" IS NULL OR "deleted_at" IS NOT NULL);

-- What administrators can put back, the newest deletion first.
CREATE INDEX "patient_records_deleted_idx" ON "patient_records" ("patient_id", "deleted_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NOT NULL;
