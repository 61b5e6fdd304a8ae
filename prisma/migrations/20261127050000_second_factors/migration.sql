-- Second factors: authenticator apps (TOTP) and recovery codes, and who must have one. For accounts that exist already, the
-- grace period begins with this upgrade.

-- CreateEnum
CREATE TYPE "second_factor_roles" AS ENUM ('nobody', 'admins', 'clinic', 'everyone');

-- AlterEnum
ALTER TYPE "alert_type" ADD VALUE 'second_factor_added';
ALTER TYPE "alert_type" ADD VALUE 'second_factor_removed';
ALTER TYPE "alert_type" ADD VALUE 'second_factor_reset';
ALTER TYPE "alert_type" ADD VALUE 'recovery_code_used';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "factor_grace_from" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "has_provider_factor" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "has_second_factor" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "clinic_settings" ADD COLUMN     "second_factor_grace_days" INTEGER,
ADD COLUMN     "second_factor_roles" "second_factor_roles",
ADD COLUMN     "second_factor_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "authenticator_apps" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "wrapped_key" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "authenticator_apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "second_factor_resets" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "reset_by_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "second_factor_resets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "second_factor_resets_user_id_idx" ON "second_factor_resets"("user_id");

-- CreateIndex
CREATE INDEX "second_factor_resets_reset_by_id_idx" ON "second_factor_resets"("reset_by_id");

-- AddForeignKey
ALTER TABLE "second_factor_resets" ADD CONSTRAINT "second_factor_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factor_resets" ADD CONSTRAINT "second_factor_resets_reset_by_id_fkey" FOREIGN KEY ("reset_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "authenticator_apps_user_id_idx" ON "authenticator_apps"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes"("user_id", "code_hash");

-- AddForeignKey
ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One app is in use, and one may wait for its first code.
CREATE UNIQUE INDEX "authenticator_apps_one_in_use" ON "authenticator_apps"("user_id") WHERE "confirmed_at" IS NOT NULL;
CREATE UNIQUE INDEX "authenticator_apps_one_waiting" ON "authenticator_apps"("user_id") WHERE "confirmed_at" IS NULL;

ALTER TABLE "clinic_settings" ADD CONSTRAINT "clinic_settings_second_factor_grace_days_check"
  CHECK ("second_factor_grace_days" BETWEEN 0 AND 90);

-- Every request reads whether its user has a second factor, so it is kept in the user's row.
CREATE FUNCTION note_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  who uuid := coalesce(NEW.user_id, OLD.user_id);
BEGIN
  UPDATE users SET has_second_factor = EXISTS (
      SELECT 1 FROM authenticator_apps WHERE user_id = who AND confirmed_at IS NOT NULL)
   WHERE id = who;
  RETURN NULL;
END $$;

CREATE TRIGGER note_second_factor AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON "authenticator_apps"
  FOR EACH ROW EXECUTE FUNCTION note_second_factor();

GRANT SELECT, INSERT, UPDATE, DELETE ON "authenticator_apps", "recovery_codes" TO caseload_app;
GRANT SELECT, INSERT ON "second_factor_resets" TO caseload_app;
