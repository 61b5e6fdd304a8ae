ALTER TYPE "alert_type" ADD VALUE 'patient_died';

ALTER TABLE "patients" ADD COLUMN "date_of_death" DATE;
