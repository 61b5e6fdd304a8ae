-- Which account at a single sign-on provider belongs to a user.
CREATE TABLE "sign_on_identities" (
  "id" UUID PRIMARY KEY,
  "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX "sign_on_identities_issuer_subject_key" ON "sign_on_identities" ("issuer", "subject");
CREATE UNIQUE INDEX "sign_on_identities_user_id_issuer_key" ON "sign_on_identities" ("user_id", "issuer");

GRANT SELECT, INSERT, UPDATE, DELETE ON "sign_on_identities" TO caseload_app;

ALTER TYPE "alert_type" ADD VALUE 'sign_on_connected';
