-- Who may read a note. Notes of earlier versions stay shared with the assigned attorney.
CREATE TYPE "note_visibility" AS ENUM ('shared', 'internal', 'work_product');
ALTER TABLE "patient_notes" ADD COLUMN "visibility" "note_visibility" NOT NULL DEFAULT 'shared';

-- What a note said before each edit. Only the trigger below writes it, so that no edit can leave out its version.
CREATE TABLE "patient_note_versions" (
  "id" UUID PRIMARY KEY DEFAULT gen_random_uuid(),
  "note_id" UUID NOT NULL REFERENCES "patient_notes" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "patient_id" UUID NOT NULL REFERENCES "patients" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "content" TEXT NOT NULL,
  "note_type" "note_type" NOT NULL,
  "visibility" "note_visibility" NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "patient_note_versions_note_id_created_at_id_idx"
  ON "patient_note_versions" ("note_id", "created_at" DESC, "id" DESC);
GRANT SELECT ON "patient_note_versions" TO caseload_app;

CREATE FUNCTION "keep_note_version"() RETURNS TRIGGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO public."patient_note_versions" ("note_id", "patient_id", "content", "note_type", "visibility", "created_at")
    VALUES (OLD."id", OLD."patient_id", OLD."content", OLD."note_type", OLD."visibility", OLD."updated_at");
  RETURN NULL;
END $$;

CREATE TRIGGER "patient_note_versions_kept" AFTER UPDATE ON "patient_notes" FOR EACH ROW
  WHEN ((OLD."content", OLD."note_type", OLD."visibility") IS DISTINCT FROM (NEW."content", NEW."note_type", NEW."visibility"))
  EXECUTE FUNCTION "keep_note_version"();
