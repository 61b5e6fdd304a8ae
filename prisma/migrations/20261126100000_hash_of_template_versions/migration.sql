-- How "sha256" of a template version was made. 1: of the English text only, as stored by earlier releases and printed on
-- signed forms. 2: of titles, texts, validity and lines. The default keeps the versions that exist at 1.
ALTER TABLE "consent_template_versions"
  ADD COLUMN "hash_scheme" INTEGER NOT NULL DEFAULT 1,
  ADD CONSTRAINT "consent_template_versions_hash_scheme" CHECK ("hash_scheme" IN (1, 2));
