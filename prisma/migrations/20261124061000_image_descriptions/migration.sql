-- What an image shows, for users who cannot see it.
ALTER TABLE "patient_records" ADD COLUMN "image_description" TEXT;

-- A purged record keeps nothing of what it showed.
ALTER TABLE "patient_records" DROP CONSTRAINT "patient_records_purged_for_good";
ALTER TABLE "patient_records"
  ADD CONSTRAINT "patient_records_image_described" CHECK (
    "image_description" IS NULL OR "mime_type" LIKE 'image/%'),
  ADD CONSTRAINT "patient_records_purged_for_good" CHECK (
    "purged_at" IS NULL OR ("deleted_at" IS NOT NULL AND "wrapped_key" IS NULL AND "description" IS NULL
      AND "image_description" IS NULL));
