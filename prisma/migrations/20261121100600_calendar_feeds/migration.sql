-- A user's own appointments for their calendar program, behind an address that nobody can guess. Only the SHA-256 of
-- its token stays; an address that was given up keeps its row, so that the trail can name it.
CREATE TABLE "calendar_feeds" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "role" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_read_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "calendar_feeds_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "calendar_feeds_token_hash_key" ON "calendar_feeds"("token_hash");
CREATE INDEX "calendar_feeds_user_id_idx" ON "calendar_feeds"("user_id");
-- Of two addresses asked for at once only one may stand.
CREATE UNIQUE INDEX "calendar_feeds_one_per_user" ON "calendar_feeds"("user_id") WHERE "revoked_at" IS NULL;
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT, UPDATE ON "calendar_feeds" TO caseload_app;
