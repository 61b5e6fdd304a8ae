-- Finds patients with the same phone number: its last ten digits, without an extension.
CREATE INDEX "patients_phone_idx" ON "patients"
  ((right(regexp_replace(regexp_replace("phone", '[[:alpha:]#;].*$', ''), '[^0-9]', '', 'g'), 10)));

-- When a patient arrived for an appointment, recorded at the front desk.
ALTER TABLE "appointments" ADD COLUMN "arrived_at" TIMESTAMPTZ(3);

-- When a user last opened the dashboard, and the end of the visit before, from which it says what is new.
CREATE TABLE "dashboard_visits" (
  "user_id" UUID PRIMARY KEY REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "visited_at" TIMESTAMPTZ(3) NOT NULL,
  "since" TIMESTAMPTZ(3)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "dashboard_visits" TO caseload_app;

-- A chart's timeline reads only changes, and what the patient or a recipient opened. Most rows are views by users.
CREATE INDEX "audit_logs_timeline_idx" ON "audit_logs" ("patient_id", "created_at" DESC, "id" DESC)
  WHERE "action" NOT IN ('listed', 'viewed', 'downloaded', 'exported', 'denied')
    OR ("action" = 'viewed' AND "user_id" IS NULL);
