ALTER TYPE "alert_type" ADD VALUE 'record_damaged';
ALTER TYPE "alert_type" ADD VALUE 'record_infected';

-- What was taken out of a file before it was kept, and when it was found changed where it lies.
ALTER TABLE "patient_records"
  ADD COLUMN "kept_sha256" TEXT,
  ADD COLUMN "removed" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "damaged_at" TIMESTAMPTZ(3);
ALTER TABLE "patient_records" ADD CONSTRAINT "patient_records_taken_out"
  CHECK (("kept_sha256" IS NULL) = ("removed" = '{}'));

-- Keys that an older master key closed are looked for by its id, in the order of the records.
CREATE INDEX "patient_records_key_id_id_idx" ON "patient_records"("key_id", "id");
