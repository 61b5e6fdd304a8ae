-- Passkeys (WebAuthn): as second factor, and as the whole sign-in.

-- CreateEnum
CREATE TYPE "passkey_purpose" AS ENUM ('add', 'prove');

-- CreateTable
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL,
    "is_synced" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey_challenges" (
    "id" UUID NOT NULL,
    "challenge" TEXT NOT NULL,
    "purpose" "passkey_purpose" NOT NULL,
    "user_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- CreateIndex
CREATE INDEX "passkey_challenges_user_id_idx" ON "passkey_challenges"("user_id");

-- CreateIndex
CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges"("expires_at");

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An authenticator never goes back. Zero means that it does not count.
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_counter_check" CHECK ("counter" >= 0);

-- A passkey is a second factor like an authenticator app in use.
CREATE OR REPLACE FUNCTION note_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  who uuid := coalesce(NEW.user_id, OLD.user_id);
BEGIN
  UPDATE users SET has_second_factor =
      EXISTS (SELECT 1 FROM authenticator_apps WHERE user_id = who AND confirmed_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = who)
   WHERE id = who;
  RETURN NULL;
END $$;

CREATE TRIGGER note_second_factor AFTER INSERT OR DELETE ON "passkeys"
  FOR EACH ROW EXECUTE FUNCTION note_second_factor();

GRANT SELECT, INSERT, UPDATE, DELETE ON "passkeys" TO caseload_app;
GRANT SELECT, INSERT, DELETE ON "passkey_challenges" TO caseload_app;
