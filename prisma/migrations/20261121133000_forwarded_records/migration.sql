-- Records that are forwarded to an attorney by a link, and the accounting of what was disclosed of a patient.
CREATE TYPE "forwarding_end" AS ENUM ('withdrawn', 'revoked', 'dropped', 'overridden', 'reassigned');
CREATE TYPE "disclosure_kind" AS ENUM ('forwarded', 'opened', 'downloaded');

ALTER TYPE "alert_type" ADD VALUE 'records_forwarded';
ALTER TYPE "mail_kind" ADD VALUE 'records_forwarded';

CREATE TABLE "forwardings" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "consent_request_id" UUID NOT NULL,
    "consent_signed_at" TIMESTAMPTZ(3) NOT NULL,
    "purpose" TEXT NOT NULL,
    "note" TEXT,
    "link_hash" TEXT NOT NULL,
    "forwarded_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "downloads" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" UUID,
    "ended_for" "forwarding_end",

    CONSTRAINT "forwardings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "forwardings_ended_for_something" CHECK (("ended_at" IS NULL) = ("ended_for" IS NULL))
);

-- What a file was when it was forwarded, whatever becomes of the record.
CREATE TABLE "forwarded_records" (
    "forwarding_id" UUID NOT NULL,
    "record_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "forwarded_records_pkey" PRIMARY KEY ("forwarding_id", "record_id")
);

CREATE TABLE "disclosures" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "kind" "disclosure_kind" NOT NULL,
    "forwarding_id" UUID,
    "record_id" UUID,
    "file_name" TEXT,
    "sha256" TEXT,
    "recipient_id" UUID NOT NULL,
    "purpose" TEXT,
    "consent_request_id" UUID,
    "consent_signed_at" TIMESTAMPTZ(3),
    "disclosed_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "disclosures_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "disclosures_of_a_record" CHECK (("kind" = 'opened') = ("record_id" IS NULL))
);

ALTER TABLE "mail_messages" ADD COLUMN "forwarding_id" UUID;

CREATE UNIQUE INDEX "forwardings_link_hash_key" ON "forwardings"("link_hash");
CREATE INDEX "forwardings_patient_id_created_at_id_idx" ON "forwardings"("patient_id", "created_at" DESC, "id" DESC);
CREATE INDEX "disclosures_patient_id_created_at_id_idx" ON "disclosures"("patient_id", "created_at" DESC, "id" DESC);

ALTER TABLE "forwardings" ADD CONSTRAINT "forwardings_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "forwardings" ADD CONSTRAINT "forwardings_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "forwardings" ADD CONSTRAINT "forwardings_consent_request_id_fkey" FOREIGN KEY ("consent_request_id") REFERENCES "consent_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "forwardings" ADD CONSTRAINT "forwardings_forwarded_by_fkey" FOREIGN KEY ("forwarded_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "forwardings" ADD CONSTRAINT "forwardings_ended_by_fkey" FOREIGN KEY ("ended_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "forwarded_records" ADD CONSTRAINT "forwarded_records_forwarding_id_fkey" FOREIGN KEY ("forwarding_id") REFERENCES "forwardings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "forwarded_records" ADD CONSTRAINT "forwarded_records_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "patient_records"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_forwarding_id_fkey" FOREIGN KEY ("forwarding_id") REFERENCES "forwardings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_consent_request_id_fkey" FOREIGN KEY ("consent_request_id") REFERENCES "consent_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_disclosed_by_fkey" FOREIGN KEY ("disclosed_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_forwarding_id_fkey" FOREIGN KEY ("forwarding_id") REFERENCES "forwardings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What was disclosed is never rewritten: not by the application, by its grants, nor by the owner's mistakes.
CREATE FUNCTION "refuse_disclosure_change"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER "disclosures_append_only" BEFORE UPDATE OR DELETE ON "disclosures"
  FOR EACH ROW EXECUTE FUNCTION refuse_disclosure_change();
CREATE TRIGGER "disclosures_never_truncated" BEFORE TRUNCATE ON "disclosures"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_disclosure_change();

GRANT SELECT, INSERT ON "disclosures", "forwarded_records", "forwardings" TO caseload_app;
-- Only what becomes of a forwarding may be noted on it, not whom it went to, what was in it or how long it lives.
GRANT UPDATE ("opened_at", "downloads", "ended_at", "ended_by", "ended_for") ON "forwardings" TO caseload_app;
