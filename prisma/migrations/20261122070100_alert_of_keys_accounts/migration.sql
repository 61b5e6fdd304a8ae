ALTER TYPE "alert_type" ADD VALUE 'key_created_account';

-- A key sets no passwords, so an account that it makes has none until an administrator resets it.
ALTER TABLE "users"
  DROP CONSTRAINT "users_service_accounts",
  ADD CONSTRAINT "users_service_accounts" CHECK (
    CASE "kind"
      WHEN 'person' THEN "owner_id" IS NULL
      ELSE "password_hash" IS NULL AND "owner_id" IS NOT NULL AND "role" = 'staff' AND NOT "must_change_password"
    END
  ),
  ADD COLUMN "has_password" BOOLEAN NOT NULL GENERATED ALWAYS AS ("password_hash" IS NOT NULL) STORED;
