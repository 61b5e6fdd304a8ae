ALTER TYPE "alert_type" ADD VALUE 'data_exported';

CREATE TYPE "data_export_state" AS ENUM ('waiting', 'running', 'ready', 'failed', 'cancelled', 'removed');

CREATE TABLE "data_exports" (
  "id" UUID PRIMARY KEY,
  "requested_by" UUID NOT NULL REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "state" "data_export_state" NOT NULL DEFAULT 'waiting',
  "run" UUID,
  "rows_done" BIGINT NOT NULL DEFAULT 0,
  "rows_total" BIGINT NOT NULL DEFAULT 0,
  "bytes" BIGINT,
  "sha256" TEXT,
  "error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "seen_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3)
);
CREATE INDEX "data_exports_created_at_idx" ON "data_exports" ("created_at" DESC);

GRANT SELECT, INSERT, UPDATE ON "data_exports" TO caseload_app;
