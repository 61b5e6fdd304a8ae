-- Browsers from which a user has signed in before. Sign-in limits count them apart from strangers.
CREATE TABLE "known_devices" (
  "id" UUID PRIMARY KEY,
  "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  -- SHA-256 (hex) of the id in the device cookie. One browser has one row for each of its users.
  "device_hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX "known_devices_device_hash_user_id_key" ON "known_devices" ("device_hash", "user_id");
CREATE INDEX "known_devices_user_id_idx" ON "known_devices" ("user_id");
CREATE INDEX "known_devices_last_used_at_idx" ON "known_devices" ("last_used_at");

GRANT SELECT, INSERT, UPDATE, DELETE ON "known_devices" TO caseload_app;
