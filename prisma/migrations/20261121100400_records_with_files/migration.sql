-- What is needed to open a record's file, and to tell whether it is still what arrived.
ALTER TABLE "patient_records"
  ADD COLUMN "sha256" TEXT,
  ADD COLUMN "wrapped_key" BYTEA,
  ADD COLUMN "key_id" TEXT;
ALTER TABLE "patient_records" ADD CONSTRAINT "patient_records_whole_file"
  CHECK (("sha256" IS NULL) = ("wrapped_key" IS NULL) AND ("sha256" IS NULL) = ("key_id" IS NULL));

-- Files that no row names are looked for by their keys.
CREATE INDEX "patient_records_file_path_idx" ON "patient_records"("file_path");
