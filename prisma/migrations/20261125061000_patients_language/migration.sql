-- The language in which the clinic writes to a patient. A request keeps the one that it was sent in.
CREATE TYPE "language" AS ENUM ('en', 'es');

ALTER TABLE "patients" ADD COLUMN "preferred_language" "language" NOT NULL DEFAULT 'en';
ALTER TABLE "consent_requests" ADD COLUMN "language" "language" NOT NULL DEFAULT 'en';

-- A version of a template has its Spanish text beside the English one, so that a form names one version in either.
ALTER TABLE "consent_template_versions"
  ADD COLUMN "title_es" TEXT,
  ADD COLUMN "body_es" TEXT,
  ADD CONSTRAINT "consent_template_versions_spanish_is_whole" CHECK (("title_es" IS NULL) = ("body_es" IS NULL));
