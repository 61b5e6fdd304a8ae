-- Every certificate that this database's forms are sealed with, from this release on. The server records it when it starts.
CREATE TABLE "seal_certificates" (
  "fingerprint" TEXT PRIMARY KEY,
  "certificates" TEXT[] NOT NULL,
  "cross_signed" TEXT,
  "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON "seal_certificates" TO caseload_app;
