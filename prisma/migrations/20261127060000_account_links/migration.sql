-- Links with which a user sets a password: an invitation, or after "Forgot your password?". A user has at most one.
CREATE TYPE "account_link_kind" AS ENUM ('invitation', 'password_reset');
CREATE TABLE "account_links" (
  "id" UUID PRIMARY KEY,
  "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "kind" "account_link_kind" NOT NULL,
  -- SHA-256 (hex) of the secret in the link.
  "link_hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX "account_links_user_id_key" ON "account_links" ("user_id");
CREATE UNIQUE INDEX "account_links_link_hash_key" ON "account_links" ("link_hash");
CREATE INDEX "account_links_expires_at_idx" ON "account_links" ("expires_at");

GRANT SELECT, INSERT, UPDATE, DELETE ON "account_links" TO caseload_app;

ALTER TYPE "mail_kind" ADD VALUE 'user_invitation';
ALTER TYPE "mail_kind" ADD VALUE 'password_reset';
ALTER TYPE "alert_type" ADD VALUE 'invitation_accepted';
ALTER TYPE "alert_type" ADD VALUE 'password_reset_by_link';
