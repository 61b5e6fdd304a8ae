-- How long patients stood at a status before they went on. The history has it too, but only patient by patient.
CREATE TABLE "patient_stays" (
    "patient_id" UUID NOT NULL,
    "status" "patient_status" NOT NULL,
    "entered_at" TIMESTAMPTZ(3) NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL,
    "assignee_key" UUID NOT NULL,

    CONSTRAINT "patient_stays_pkey" PRIMARY KEY ("patient_id","status","left_at")
);

-- Each index ends with what is asked for, so that the table itself is not read.
CREATE INDEX "patient_stays_status_left_at_entered_at_idx"
  ON "patient_stays"("status", "left_at" DESC, "entered_at");
CREATE INDEX "patient_stays_assignee_key_status_left_at_entered_at_idx"
  ON "patient_stays"("assignee_key", "status", "left_at" DESC, "entered_at");

ALTER TABLE "patient_stays" ADD CONSTRAINT "patient_stays_patient_id_fkey"
  FOREIGN KEY ("patient_id") REFERENCES "patients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- On is what comes later on the way; being dropped and being sent back are not. Twice within one millisecond counts once.
CREATE FUNCTION "keep_stay"() RETURNS TRIGGER
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO "patient_stays" ("patient_id", "status", "entered_at", "left_at", "assignee_key")
  SELECT NEW."patient_id", NEW."from", came."changed_at", NEW."changed_at",
         coalesce(p."assigned_attorney", '00000000-0000-0000-0000-000000000000')
  FROM "patients" p, LATERAL (
    SELECT c."changed_at" FROM "patient_status_changes" c
    WHERE c."patient_id" = NEW."patient_id" AND c."to" = NEW."from"
      AND c."changed_at" <= NEW."changed_at" AND c."id" <> NEW."id"
    ORDER BY c."changed_at" DESC
    LIMIT 1
  ) came
  WHERE p."id" = NEW."patient_id"
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "patient_stays_kept" AFTER INSERT ON "patient_status_changes"
  FOR EACH ROW WHEN (NEW."to" > NEW."from" AND NEW."to" <> 'dropped')
  EXECUTE FUNCTION keep_stay();

-- An attorney's figures tell of the patients they have now.
CREATE FUNCTION "hand_over_stays"() RETURNS TRIGGER
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE "patient_stays"
  SET "assignee_key" = coalesce(NEW."assigned_attorney", '00000000-0000-0000-0000-000000000000')
  WHERE "patient_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "patient_stays_handed_over" AFTER UPDATE OF "assigned_attorney" ON "patients"
  FOR EACH ROW WHEN (OLD."assigned_attorney" IS DISTINCT FROM NEW."assigned_attorney")
  EXECUTE FUNCTION hand_over_stays();

-- What the history tells so far.
INSERT INTO "patient_stays" ("patient_id", "status", "entered_at", "left_at", "assignee_key")
SELECT c."patient_id", c."from", c."came_at", c."changed_at",
       coalesce(p."assigned_attorney", '00000000-0000-0000-0000-000000000000')
FROM (
  SELECT "patient_id", "from", "to", "changed_at",
         lag("changed_at") OVER (PARTITION BY "patient_id" ORDER BY "changed_at", "id") AS "came_at"
  FROM "patient_status_changes"
) c JOIN "patients" p ON p."id" = c."patient_id"
WHERE c."to" > c."from" AND c."to" <> 'dropped' AND c."came_at" IS NOT NULL
ON CONFLICT DO NOTHING;

GRANT SELECT ON "patient_stays" TO caseload_app;
REVOKE EXECUTE ON FUNCTION keep_stay(), hand_over_stays() FROM PUBLIC;
