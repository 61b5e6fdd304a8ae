-- A template can ask for a witness line and an interpreter line. Earlier versions ask for neither.
ALTER TABLE "consent_template_versions"
  ADD COLUMN "asks_witness" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "asks_interpreter" BOOLEAN NOT NULL DEFAULT false;

-- What the witness and the interpreter typed; the witness's name has a column already.
ALTER TABLE "consent_requests"
  ADD COLUMN "witness_relation" TEXT,
  ADD COLUMN "interpreter_name" TEXT,
  ADD COLUMN "interpreter_language" TEXT;
