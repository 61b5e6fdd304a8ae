-- The clinic's logo, which signing pages show. Its content is in a table of its own, because every process caches the row of
-- the settings. That row has its hash and its size in pixels.
CREATE TABLE "clinic_logos" (
  "sha256" TEXT NOT NULL,
  "content" BYTEA NOT NULL,
  "mime_type" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "clinic_logos_pkey" PRIMARY KEY ("sha256"),
  CONSTRAINT "clinic_logos_is_named_by_its_content" CHECK ("sha256" = encode(sha256("content"), 'hex')),
  CONSTRAINT "clinic_logos_is_a_picture" CHECK ("mime_type" IN ('image/png', 'image/jpeg'))
);
GRANT SELECT, INSERT, DELETE ON "clinic_logos" TO caseload_app;

ALTER TABLE "clinic_settings"
  ADD COLUMN "logo_sha256" TEXT,
  ADD COLUMN "logo_width" INTEGER,
  ADD COLUMN "logo_height" INTEGER,
  ADD CONSTRAINT "clinic_settings_logo_sha256_fkey"
    FOREIGN KEY ("logo_sha256") REFERENCES "clinic_logos"("sha256") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "clinic_settings_logo_is_whole" CHECK (
    ("logo_sha256" IS NULL) = ("logo_width" IS NULL) AND ("logo_sha256" IS NULL) = ("logo_height" IS NULL)
  );
