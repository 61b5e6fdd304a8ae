-- Users are found by name and e-mail without case and accents, as patients are.
ALTER TABLE "users" ADD COLUMN "search_text" TEXT COLLATE "C"
  GENERATED ALWAYS AS (search_fold(("first_name" || ' ' || "last_name" || ' ' || "email"::text) COLLATE "und-x-icu")) STORED;

-- How long before the idle sign-out somebody wants to be warned.
ALTER TABLE "users" ADD COLUMN "notice_minutes" SMALLINT NOT NULL DEFAULT 2;

-- A user's picture, in the database so that it is backed up and restored with the user. It is no part of the users' rows,
-- which every request reads.
CREATE TABLE "profile_images" (
    "user_id" UUID NOT NULL,
    "content" BYTEA NOT NULL,
    "mime_type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "profile_images_pkey" PRIMARY KEY ("user_id")
);
ALTER TABLE "profile_images" ADD CONSTRAINT "profile_images_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT, UPDATE, DELETE ON "profile_images" TO caseload_app;
