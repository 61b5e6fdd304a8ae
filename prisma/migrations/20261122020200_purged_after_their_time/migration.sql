-- How long a deleted record is kept; null leaves it to the product.
ALTER TABLE "clinic_settings" ADD COLUMN "keep_deleted_days" INTEGER;

-- A record that was purged is a trace of one: its key and what it showed are gone for good, and it cannot be put back.
ALTER TABLE "patient_records" ADD COLUMN "purged_at" TIMESTAMPTZ(3);
ALTER TABLE "patient_records" DROP CONSTRAINT "patient_records_whole_file";
ALTER TABLE "patient_records"
  ADD CONSTRAINT "patient_records_whole_file" CHECK (
    ("wrapped_key" IS NULL) = ("key_id" IS NULL)
    AND ("purged_at" IS NOT NULL OR ("sha256" IS NULL) = ("wrapped_key" IS NULL))),
  ADD CONSTRAINT "patient_records_purged_for_good" CHECK (
    "purged_at" IS NULL OR ("deleted_at" IS NOT NULL AND "wrapped_key" IS NULL AND "description" IS NULL));

-- What the nightly job looks for: what may be due, and files that a run which was cut off left lying.
CREATE INDEX "patient_records_to_purge_idx" ON "patient_records" ("deleted_at")
  WHERE "deleted_at" IS NOT NULL AND "purged_at" IS NULL;
CREATE INDEX "patient_records_to_remove_idx" ON "patient_records" ("id")
  WHERE "purged_at" IS NOT NULL AND "file_path" <> '';
