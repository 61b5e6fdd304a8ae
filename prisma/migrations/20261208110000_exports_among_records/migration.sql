-- The files of exports are stored and encrypted like records.
ALTER TABLE "data_exports"
  ADD COLUMN "storage_key" TEXT,
  ADD COLUMN "wrapped_key" BYTEA,
  ADD COLUMN "key_id" TEXT;
CREATE UNIQUE INDEX "data_exports_storage_key_key" ON "data_exports" ("storage_key");
-- Files of the previous release are in a folder that is removed. They would have lasted for a day.
UPDATE "data_exports" SET "state" = 'removed' WHERE "state" = 'ready';
