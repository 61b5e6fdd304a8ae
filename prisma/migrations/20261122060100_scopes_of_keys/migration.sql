ALTER TYPE "alert_type" ADD VALUE 'administrator_added';
ALTER TYPE "alert_type" ADD VALUE 'role_changed';
ALTER TYPE "alert_type" ADD VALUE 'api_key_created';
ALTER TYPE "alert_type" ADD VALUE 'service_account_handed_over';

-- A service account holds API keys. It has no password, so it cannot sign in; a person owns it; and it is never an
-- administrator, because the scopes of its keys grant what it needs.
CREATE TYPE "user_kind" AS ENUM ('person', 'service');
ALTER TABLE "users"
  ALTER COLUMN "password_hash" DROP NOT NULL,
  ADD COLUMN "kind" "user_kind" NOT NULL DEFAULT 'person',
  ADD COLUMN "owner_id" UUID,
  ADD CONSTRAINT "users_service_accounts" CHECK (
    CASE "kind"
      WHEN 'person' THEN "password_hash" IS NOT NULL AND "owner_id" IS NULL
      ELSE "password_hash" IS NULL AND "owner_id" IS NOT NULL AND "role" = 'staff' AND NOT "must_change_password"
    END
  );
ALTER TABLE "users" ADD CONSTRAINT "users_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "users_owner_id_idx" ON "users"("owner_id");

-- A key had one of two scopes. It now has a list of finer ones, and keeps what it could do except for accounts, imports and
-- the audit log, which from now on need a scope of their own.
ALTER TYPE "api_key_scope" RENAME TO "former_api_key_scope";
CREATE TYPE "api_key_scope" AS ENUM (
  'patients_read', 'patients_write', 'consent_send', 'records_read', 'records_write', 'forwarding_write',
  'tasks_read', 'tasks_write', 'appointments_read', 'appointments_write', 'reports_read',
  'import_run', 'audit_read', 'accounts_write'
);
ALTER TABLE "api_keys" ADD COLUMN "scopes" "api_key_scope"[], ADD COLUMN "role_at_creation" "role";
UPDATE "api_keys" k SET
  "scopes" = CASE k."scope"
    WHEN 'read' THEN ARRAY['patients_read', 'records_read', 'tasks_read', 'appointments_read', 'reports_read']
    ELSE ARRAY['patients_read', 'patients_write', 'consent_send', 'records_read', 'records_write', 'forwarding_write',
      'tasks_read', 'tasks_write', 'appointments_read', 'appointments_write', 'reports_read']
  END::"api_key_scope"[],
  "role_at_creation" = u."role"
  FROM "users" u WHERE u."id" = k."user_id";
ALTER TABLE "api_keys"
  ALTER COLUMN "scopes" SET NOT NULL,
  ALTER COLUMN "role_at_creation" SET NOT NULL,
  ADD CONSTRAINT "api_keys_have_scopes" CHECK (cardinality("scopes") > 0),
  DROP COLUMN "scope";
DROP TYPE "former_api_key_scope";

-- What a key may do is decided when it is made.
REVOKE UPDATE ON "api_keys" FROM caseload_app;
GRANT UPDATE ("last_used_at", "revoked_at") ON "api_keys" TO caseload_app;

-- An import that a program asked for goes on only while its key may.
ALTER TABLE "patient_imports" ADD COLUMN "api_key_id" UUID;
ALTER TABLE "patient_imports" ADD CONSTRAINT "patient_imports_api_key_id_fkey"
  FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
