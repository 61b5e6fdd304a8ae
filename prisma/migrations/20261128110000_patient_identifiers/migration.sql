-- What other systems call a patient, such as a number in an EHR. A value belongs to one patient of the clinic.
CREATE TABLE "patient_identifiers" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "system" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "patient_identifiers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "patient_identifiers_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "patient_identifiers_system_value_key" ON "patient_identifiers"("system", "value");
CREATE INDEX "patient_identifiers_patient_id_idx" ON "patient_identifiers"("patient_id");
GRANT SELECT, INSERT, DELETE ON "patient_identifiers" TO caseload_app;
