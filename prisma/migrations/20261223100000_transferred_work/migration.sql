-- The open tasks and coming appointments that followed a patient of an assignment, for Undo.
ALTER TABLE "bulk_job_rows"
    ADD COLUMN "task_ids" UUID[] NOT NULL DEFAULT '{}',
    ADD COLUMN "appointment_ids" UUID[] NOT NULL DEFAULT '{}';
