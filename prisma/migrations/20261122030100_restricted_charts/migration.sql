-- Charts that are restricted to their creator, their assignee and administrators, and who opened one all the same.
ALTER TYPE "alert_type" ADD VALUE 'break_glass';

ALTER TABLE "patients" ADD COLUMN "restricted_at" TIMESTAMPTZ(3);
-- Few charts are restricted; whoever counts or lists them looks at those alone.
CREATE INDEX "patients_restricted_idx" ON "patients"("last_name", "first_name", "id") WHERE "restricted_at" IS NOT NULL;

-- Why, and by whom, each time; the row without an end is the one that stands.
CREATE TABLE "chart_restrictions" (
    "id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "restricted_by" UUID NOT NULL,
    "restricted_at" TIMESTAMPTZ(3) NOT NULL,
    "lift_reason" TEXT,
    "lifted_by" UUID,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "chart_restrictions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "chart_restrictions_lift_is_whole" CHECK (num_nonnulls("lift_reason", "lifted_by", "lifted_at") IN (0, 3))
);
CREATE UNIQUE INDEX "chart_restrictions_one_stands" ON "chart_restrictions"("patient_id") WHERE "lifted_at" IS NULL;
CREATE INDEX "chart_restrictions_patient_id_restricted_at_idx" ON "chart_restrictions"("patient_id", "restricted_at" DESC);
ALTER TABLE "chart_restrictions" ADD CONSTRAINT "chart_restrictions_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "chart_restrictions" ADD CONSTRAINT "chart_restrictions_restricted_by_fkey" FOREIGN KEY ("restricted_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "chart_restrictions" ADD CONSTRAINT "chart_restrictions_lifted_by_fkey" FOREIGN KEY ("lifted_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT ON "chart_restrictions" TO caseload_app;
GRANT UPDATE ("lift_reason", "lifted_by", "lifted_at") ON "chart_restrictions" TO caseload_app;

CREATE TABLE "break_glasses" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "patient_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "remark" TEXT,
    "reviewed_by" UUID,
    "reviewed_at" TIMESTAMPTZ(3),

    CONSTRAINT "break_glasses_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "break_glasses_review_is_whole" CHECK (num_nonnulls("remark", "reviewed_by", "reviewed_at") IN (0, 3))
);
CREATE INDEX "break_glasses_patient_id_user_id_ends_at_idx" ON "break_glasses"("patient_id", "user_id", "ends_at");
CREATE INDEX "break_glasses_user_id_ends_at_idx" ON "break_glasses"("user_id", "ends_at");
CREATE INDEX "break_glasses_begun_at_id_idx" ON "break_glasses"("begun_at" DESC, "id" DESC);
CREATE INDEX "break_glasses_unreviewed_idx" ON "break_glasses"("begun_at" DESC, "id" DESC) WHERE "reviewed_at" IS NULL;
ALTER TABLE "break_glasses" ADD CONSTRAINT "break_glasses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "break_glasses" ADD CONSTRAINT "break_glasses_patient_id_fkey" FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "break_glasses" ADD CONSTRAINT "break_glasses_reviewed_by_fkey" FOREIGN KEY ("reviewed_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT ON "break_glasses" TO caseload_app;
-- Who opened what and why is never rewritten; only when it ends, and what an administrator said of it.
GRANT UPDATE ("ends_at", "remark", "reviewed_by", "reviewed_at") ON "break_glasses" TO caseload_app;

-- The rule of `patientsVisibleTo` for what is counted in SQL: the patients whose charts are locked for a member of staff;
-- none without one. What somebody opened by breaking the glass counts for the person and not for their programs.
CREATE FUNCTION "locked_patients"(staff UUID, at TIMESTAMPTZ, in_person BOOLEAN)
  RETURNS TABLE (id UUID, first_name TEXT, last_name TEXT, status "patient_status")
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT p."id", p."first_name", p."last_name", p."status"
  FROM "patients" p
  WHERE p."restricted_at" IS NOT NULL AND staff IS NOT NULL
    AND p."created_by" <> staff AND p."assigned_attorney" IS DISTINCT FROM staff
    AND NOT (in_person AND EXISTS (
      SELECT FROM "break_glasses" g WHERE g."patient_id" = p."id" AND g."user_id" = staff AND g."ends_at" > at))
$$;

-- Whose view of a chart changes hears that something did, and nothing of which: everybody of the staff where a chart is
-- restricted, opened again or given to somebody else, and one person where their own breaking of the glass begins or ends.
CREATE FUNCTION "tell_restriction"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caseload', jsonb_build_object('kind', 'restriction', 'userId', NULL)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "patients_restriction_told" AFTER UPDATE OF "restricted_at", "assigned_attorney" ON "patients" FOR EACH ROW
  WHEN ((OLD."restricted_at" IS NULL) <> (NEW."restricted_at" IS NULL)
    OR (NEW."restricted_at" IS NOT NULL AND OLD."assigned_attorney" IS DISTINCT FROM NEW."assigned_attorney"))
  EXECUTE FUNCTION tell_restriction();

CREATE FUNCTION "tell_break_glass"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caseload', jsonb_build_object('kind', 'restriction', 'userId', NEW."user_id")::text);
  -- Administrators have a list of them.
  PERFORM pg_notify('caseload', jsonb_build_object(
    'kind', 'change', 'action', CASE WHEN TG_OP = 'INSERT' THEN 'created' ELSE 'updated' END,
    'resourceType', 'break_glass', 'resourceId', NEW."id", 'patientId', NULL)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "break_glasses_told" AFTER INSERT OR UPDATE OF "ends_at" ON "break_glasses"
  FOR EACH ROW EXECUTE FUNCTION tell_break_glass();
