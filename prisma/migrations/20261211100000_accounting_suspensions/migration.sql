-- Statements of agencies that ask not to tell a patient about a disclosure for some time (45 CFR 164.528(a)(2)). The latest one
-- of an entry counts. They are never changed.
CREATE TABLE "accounting_suspensions" (
    "id" UUID NOT NULL,
    "manual_disclosure_id" UUID NOT NULL,
    "agency" TEXT NOT NULL,
    "is_oral" BOOLEAN NOT NULL,
    "stated_on" DATE NOT NULL,
    "ends_on" DATE NOT NULL,
    "recorded_by" UUID NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "accounting_suspensions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "accounting_suspensions_days" CHECK ("ends_on" >= "stated_on" AND (NOT "is_oral" OR "ends_on" <= "stated_on" + 30))
);
CREATE INDEX "accounting_suspensions_manual_disclosure_id_idx" ON "accounting_suspensions"("manual_disclosure_id");
ALTER TABLE "accounting_suspensions" ADD CONSTRAINT "accounting_suspensions_manual_disclosure_id_fkey" FOREIGN KEY ("manual_disclosure_id") REFERENCES "manual_disclosures"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "accounting_suspensions" ADD CONSTRAINT "accounting_suspensions_recorded_by_fkey" FOREIGN KEY ("recorded_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT ON "accounting_suspensions" TO caseload_app;
