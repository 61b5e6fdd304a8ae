-- What a scanner of viruses said of a record's file, and when it is asked (again).
CREATE TYPE "record_scan_state" AS ENUM ('waiting', 'clean', 'infected', 'not_scanned');

ALTER TABLE "patient_records"
  ADD COLUMN "scan_state" "record_scan_state" NOT NULL DEFAULT 'not_scanned',
  ADD COLUMN "scan_reason" TEXT DEFAULT 'no_scanner',
  ADD COLUMN "scan_finding" TEXT,
  ADD COLUMN "scanned_at" TIMESTAMPTZ(3),
  ADD COLUMN "next_scan_at" TIMESTAMPTZ(3),
  ADD COLUMN "scan_attempts" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "scan_trouble" TEXT;

ALTER TABLE "patient_records"
  ADD CONSTRAINT "patient_records_scan_reason" CHECK (("scan_state" = 'not_scanned') = ("scan_reason" IS NOT NULL)),
  ADD CONSTRAINT "patient_records_scan_finding" CHECK (("scan_state" = 'infected') = ("scan_finding" IS NOT NULL)),
  -- What waits is never forgotten.
  ADD CONSTRAINT "patient_records_scan_waits" CHECK ("scan_state" <> 'waiting' OR "next_scan_at" IS NOT NULL);

-- The job looks for these alone: what is to be scanned, and what came before there was a scanner.
CREATE INDEX "patient_records_next_scan_at_idx" ON "patient_records" ("next_scan_at")
  WHERE "next_scan_at" IS NOT NULL AND "deleted_at" IS NULL;
CREATE INDEX "patient_records_never_scanned_idx" ON "patient_records" ("id")
  WHERE "scan_reason" = 'no_scanner' AND "next_scan_at" IS NULL AND "deleted_at" IS NULL AND "wrapped_key" IS NOT NULL;
