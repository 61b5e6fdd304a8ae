-- A matter for which a chart must be kept as it is: while one stands, no record of the patient is deleted or purged.
CREATE TABLE "legal_holds" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "placed_by" UUID NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "lift_reason" TEXT,
    "lifted_by" UUID,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "legal_holds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "legal_holds_lifted_by_somebody" CHECK (
      ("lifted_at" IS NULL) = ("lifted_by" IS NULL) AND ("lifted_at" IS NULL) = ("lift_reason" IS NULL))
);

CREATE INDEX "legal_holds_patient_id_placed_at_id_idx" ON "legal_holds"("patient_id", "placed_at" DESC, "id" DESC);
CREATE INDEX "legal_holds_placed_at_id_idx" ON "legal_holds"("placed_at" DESC, "id" DESC);

ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_placed_by_fkey" FOREIGN KEY ("placed_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_lifted_by_fkey" FOREIGN KEY ("lifted_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Only its end may be noted on a hold, not for what it was placed, by whom or when.
GRANT SELECT, INSERT ON "legal_holds" TO caseload_app;
GRANT UPDATE ("lift_reason", "lifted_by", "lifted_at") ON "legal_holds" TO caseload_app;
