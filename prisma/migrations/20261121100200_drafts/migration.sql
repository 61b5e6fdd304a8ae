-- What somebody typed into a form and did not send: theirs alone, one for each form and what it was about, gone when it
-- is sent, thrown away or a week old. It can hold anything that is said of a patient.
CREATE TABLE "drafts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "form" TEXT NOT NULL,
    "subject_id" UUID,
    "content" JSONB NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "drafts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "drafts_one_per_form" ON "drafts"("user_id", "form", "subject_id") NULLS NOT DISTINCT;
CREATE INDEX "drafts_saved_at_idx" ON "drafts"("saved_at");
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
GRANT SELECT, INSERT, UPDATE, DELETE ON "drafts" TO caseload_app;
