-- One row per signed consent form, for reports. The requests have it too, but without the attorney, and with the first
-- sending only at the end of a chain of replaced requests.
CREATE TABLE "consent_signatures" (
    "request_id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "template_id" UUID,
    "assignee_key" UUID NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "signed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consent_signatures_pkey" PRIMARY KEY ("request_id")
);

CREATE INDEX "consent_signatures_signed_at_idx" ON "consent_signatures"("signed_at");
CREATE INDEX "consent_signatures_assignee_key_signed_at_idx" ON "consent_signatures"("assignee_key", "signed_at");
CREATE INDEX "consent_signatures_patient_id_idx" ON "consent_signatures"("patient_id");
CREATE INDEX "forwardings_created_at_idx" ON "forwardings"("created_at");

ALTER TABLE "consent_signatures" ADD CONSTRAINT "consent_signatures_request_id_fkey"
  FOREIGN KEY ("request_id") REFERENCES "consent_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "consent_signatures" ADD CONSTRAINT "consent_signatures_patient_id_fkey"
  FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A resent form replaces the earlier request. The patient has had it since the first of them was sent.
CREATE FUNCTION "keep_consent_signature"() RETURNS TRIGGER
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO "consent_signatures" ("request_id", "patient_id", "template_id", "assignee_key", "sent_at", "signed_at")
  SELECT NEW."id", NEW."patient_id", v."template_id",
         coalesce(p."assigned_attorney", '00000000-0000-0000-0000-000000000000'),
         (WITH RECURSIVE chain AS (
            SELECT NEW."replaces_id" AS "previous", NEW."sent_at" AS "sent_at"
            UNION ALL
            SELECT r."replaces_id", r."sent_at" FROM chain JOIN "consent_requests" r ON r."id" = chain."previous"
          ) SELECT min(chain."sent_at") FROM chain),
         coalesce(NEW."closed_at", CURRENT_TIMESTAMP)
  FROM "patients" p LEFT JOIN "consent_template_versions" v ON v."id" = NEW."template_version_id"
  WHERE p."id" = NEW."patient_id"
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "consent_signature_kept" AFTER INSERT OR UPDATE OF "state" ON "consent_requests"
  FOR EACH ROW WHEN (NEW."state" = 'signed')
  EXECUTE FUNCTION keep_consent_signature();

-- An attorney's figures cover the patients they have now, as in "patient_stays".
CREATE FUNCTION "hand_over_consent_signatures"() RETURNS TRIGGER
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE "consent_signatures"
  SET "assignee_key" = coalesce(NEW."assigned_attorney", '00000000-0000-0000-0000-000000000000')
  WHERE "patient_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "consent_signatures_handed_over" AFTER UPDATE OF "assigned_attorney" ON "patients"
  FOR EACH ROW WHEN (OLD."assigned_attorney" IS DISTINCT FROM NEW."assigned_attorney")
  EXECUTE FUNCTION hand_over_consent_signatures();

-- The forms that were signed before this migration.
WITH RECURSIVE chain AS (
  SELECT "id" AS "signed_id", "replaces_id" AS "previous", "sent_at" FROM "consent_requests" WHERE "state" = 'signed'
  UNION ALL
  SELECT chain."signed_id", r."replaces_id", r."sent_at"
  FROM chain JOIN "consent_requests" r ON r."id" = chain."previous"
), sent AS (SELECT "signed_id", min("sent_at") AS "at" FROM chain GROUP BY "signed_id")
INSERT INTO "consent_signatures" ("request_id", "patient_id", "template_id", "assignee_key", "sent_at", "signed_at")
SELECT r."id", r."patient_id", v."template_id",
       coalesce(p."assigned_attorney", '00000000-0000-0000-0000-000000000000'), sent."at",
       coalesce(r."closed_at", r."created_at")
FROM sent JOIN "consent_requests" r ON r."id" = sent."signed_id"
  JOIN "patients" p ON p."id" = r."patient_id"
  LEFT JOIN "consent_template_versions" v ON v."id" = r."template_version_id";

GRANT SELECT ON "consent_signatures" TO caseload_app;
REVOKE EXECUTE ON FUNCTION keep_consent_signature(), hand_over_consent_signatures() FROM PUBLIC;
