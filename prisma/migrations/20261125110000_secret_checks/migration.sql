-- Which secrets the processes of this database use, so that a process with other ones does not start. The newest row of a
-- setting is the current one. The application has no rights here: only the owner's login, which migrates, reads and writes.
CREATE TABLE "secret_checks" (
  "setting" TEXT NOT NULL,
  -- RECORDS_KEY: the key's ID. SEAL_KEY: SHA-256 of the public key. SESSION_SECRET: scrypt with the salt, because an operator
  -- may have chosen a secret that could be guessed.
  "digest" TEXT NOT NULL,
  "salt" TEXT,
  "recorded_at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("setting", "digest")
);
