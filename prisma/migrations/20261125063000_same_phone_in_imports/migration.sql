-- An imported patient with the phone number of an existing one is created, with a warning, as by Add Patient.
ALTER TABLE "patient_imports" ADD COLUMN "possible_duplicates" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "patient_import_rows" ADD COLUMN "possible_duplicate_id" UUID;
