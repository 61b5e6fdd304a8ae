-- The accounting of disclosures (45 CFR 164.528) is read from audit rows and from `disclosures`. What they lack is here: the
-- names and addresses of users as they were, disclosures outside of Caseload, and the patients' requests for the accounting.
ALTER TYPE "disclosure_basis" ADD VALUE 'public_health';
ALTER TYPE "disclosure_basis" ADD VALUE 'law_enforcement';
ALTER TYPE "alert_type" ADD VALUE 'accounting_due';

-- Who a user was from `since` on. An audit row names only the user.
CREATE TABLE "user_versions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "role" "role" NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "firm" TEXT,

    CONSTRAINT "user_versions_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "user_versions_user_id_since_idx" ON "user_versions"("user_id", "since" DESC);
ALTER TABLE "user_versions" ADD CONSTRAINT "user_versions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Of earlier names and addresses nothing is known. Of roles, the audit log has each change and the role at deletion.
-- The role before the first change is unknown: `attorney` would count the reads of staff as disclosures, so it is the
-- current one.
INSERT INTO "user_versions" ("user_id", "since", "role", "first_name", "last_name", "email", "firm")
  SELECT "id", "created_at", "role", "first_name", "last_name", "email"::text, "firm" FROM "users";
INSERT INTO "user_versions" ("user_id", "since", "role", "first_name", "last_name", "email", "firm")
  SELECT changed."id", entry."created_at", (entry."details" ->> 'role')::"role", changed."first_name", changed."last_name",
    changed."email"::text, changed."firm"
  FROM "audit_logs" AS entry JOIN "users" AS changed ON changed."id"::text = entry."resource_id"
  WHERE entry."resource_type" = 'user' AND entry."action" = 'updated'
    AND entry."details" ->> 'role' IN ('admin', 'staff', 'attorney');

CREATE FUNCTION "keep_user_version"() RETURNS TRIGGER LANGUAGE plpgsql 
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO user_versions (user_id, since, role, first_name, last_name, email, firm)
    VALUES (NEW.id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE clock_timestamp() END,
      NEW.role, NEW.first_name, NEW.last_name, NEW.email::text, NEW.firm);
  RETURN NULL;
END $$;
CREATE TRIGGER "users_keep_first_version" AFTER INSERT ON "users"
  FOR EACH ROW EXECUTE FUNCTION keep_user_version();
CREATE TRIGGER "users_keep_version" AFTER UPDATE OF "role", "first_name", "last_name", "email", "firm" ON "users"
  FOR EACH ROW WHEN ((OLD."role", OLD."first_name", OLD."last_name", OLD."email", OLD."firm")
    IS DISTINCT FROM (NEW."role", NEW."first_name", NEW."last_name", NEW."email", NEW."firm"))
  EXECUTE FUNCTION keep_user_version();
GRANT SELECT ON "user_versions" TO caseload_app;

-- A disclosure that was not made through Caseload. It is never changed; a wrong one is struck and stays.
CREATE TYPE "disclosure_channel" AS ENUM ('fax', 'mail', 'email', 'phone', 'in_person', 'other');
CREATE TABLE "manual_disclosures" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "disclosed_on" DATE NOT NULL,
    "channel" "disclosure_channel" NOT NULL,
    "recipient_name" TEXT NOT NULL,
    "recipient_address" TEXT,
    "content" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "basis" "disclosure_basis" NOT NULL,
    "basis_reference" TEXT,
    "consent_request_id" UUID,
    "record_id" UUID,
    "entered_by" UUID NOT NULL,
    "entered_at" TIMESTAMPTZ(3) NOT NULL,
    "strike_reason" TEXT,
    "struck_by" UUID,
    "struck_at" TIMESTAMPTZ(3),

    CONSTRAINT "manual_disclosures_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "manual_disclosures_struck" CHECK (num_nonnulls("strike_reason", "struck_by", "struck_at") IN (0, 3)),
    CONSTRAINT "manual_disclosures_authorization" CHECK (("basis" = 'authorization') = ("consent_request_id" IS NOT NULL))
);
CREATE UNIQUE INDEX "manual_disclosures_record_id_key" ON "manual_disclosures"("record_id");
CREATE INDEX "manual_disclosures_patient_id_disclosed_on_idx" ON "manual_disclosures"("patient_id", "disclosed_on");
ALTER TABLE "manual_disclosures" ADD CONSTRAINT "manual_disclosures_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "manual_disclosures" ADD CONSTRAINT "manual_disclosures_consent_request_id_fkey" FOREIGN KEY ("consent_request_id") REFERENCES "consent_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "manual_disclosures" ADD CONSTRAINT "manual_disclosures_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "patient_records"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "manual_disclosures" ADD CONSTRAINT "manual_disclosures_entered_by_fkey" FOREIGN KEY ("entered_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "manual_disclosures" ADD CONSTRAINT "manual_disclosures_struck_by_fkey" FOREIGN KEY ("struck_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT ON "manual_disclosures" TO caseload_app;
GRANT UPDATE ("strike_reason", "struck_by", "struck_at") ON "manual_disclosures" TO caseload_app;

-- A patient's request for the accounting. Only its extension, its answer and its alerts are added later.
CREATE TABLE "accounting_requests" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "received_on" DATE NOT NULL,
    "extended_on" DATE,
    "extension_reason" TEXT,
    "answered_on" DATE,
    "due_on" DATE NOT NULL,
    -- When staff were alerted that it is due soon, and that it is overdue.
    "due_told_at" TIMESTAMPTZ(3),
    "overdue_told_at" TIMESTAMPTZ(3),
    "recorded_by" UUID NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_by" UUID,

    CONSTRAINT "accounting_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "accounting_requests_extended" CHECK (("extended_on" IS NULL) = ("extension_reason" IS NULL)),
    CONSTRAINT "accounting_requests_answered" CHECK (("answered_on" IS NULL) = ("answered_by" IS NULL)),
    -- 45 CFR 164.528(c)(1): 60 days, and once 30 more.
    CONSTRAINT "accounting_requests_due" CHECK (
      "due_on" = "received_on" + 60 + CASE WHEN "extended_on" IS NULL THEN 0 ELSE 30 END
    )
);
CREATE INDEX "accounting_requests_patient_id_received_on_idx" ON "accounting_requests"("patient_id", "received_on" DESC);
CREATE INDEX "accounting_requests_open_idx" ON "accounting_requests"("due_on") WHERE "answered_on" IS NULL;
ALTER TABLE "accounting_requests" ADD CONSTRAINT "accounting_requests_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "accounting_requests" ADD CONSTRAINT "accounting_requests_recorded_by_fkey" FOREIGN KEY ("recorded_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "accounting_requests" ADD CONSTRAINT "accounting_requests_answered_by_fkey" FOREIGN KEY ("answered_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT ON "accounting_requests" TO caseload_app;
GRANT UPDATE ("extended_on", "extension_reason", "answered_on", "answered_by", "due_on", "due_told_at", "overdue_told_at")
  ON "accounting_requests" TO caseload_app;
