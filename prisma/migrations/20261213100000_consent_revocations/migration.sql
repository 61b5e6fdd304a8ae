-- Why a patient revoked the consent, and who recorded it. Until now, the reason was kept only with a change of the status, which a
-- revocation after the treatment does not make. Rows are never changed.
CREATE TABLE "consent_revocations" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "revoked_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_by" UUID NOT NULL,

    CONSTRAINT "consent_revocations_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "consent_revocations_patient_id_revoked_at_idx" ON "consent_revocations"("patient_id", "revoked_at" DESC);
ALTER TABLE "consent_revocations" ADD CONSTRAINT "consent_revocations_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "consent_revocations" ADD CONSTRAINT "consent_revocations_revoked_by_fkey" FOREIGN KEY ("revoked_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT ON "consent_revocations" TO caseload_app;
