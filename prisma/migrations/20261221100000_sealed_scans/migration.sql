-- PDFs under the clinic's seal, each with the scan of a form on paper as its attachment.
CREATE TABLE "sealed_scans" (
    "form_id" UUID NOT NULL,
    "record_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "sealed_by" TEXT NOT NULL,
    "stamped_at" TIMESTAMPTZ(3),
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sealed_scans_pkey" PRIMARY KEY ("form_id")
);
CREATE UNIQUE INDEX "sealed_scans_record_id_key" ON "sealed_scans"("record_id");
CREATE INDEX "sealed_scans_sha256_idx" ON "sealed_scans"("sha256");
ALTER TABLE "sealed_scans" ADD CONSTRAINT "sealed_scans_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "signed_consent_forms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "sealed_scans" ADD CONSTRAINT "sealed_scans_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "patient_records"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT ON "sealed_scans" TO caseload_app;
