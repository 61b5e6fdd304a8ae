-- Which patients a list, search, report or export returned. The ids stand in a table of their own, so that rows of
-- audit_logs stay small; their hash stands in the row of audit_logs and so in its chain.
-- `named`: the ids are in audit_log_patients. `all`: every patient there was. `all_but_dropped`: those not dropped then.
CREATE TYPE "audit_patient_scope" AS ENUM ('named', 'all', 'all_but_dropped');
ALTER TABLE "audit_logs"
  -- The first row of the list that this row has a further page of.
  ADD COLUMN "continues" UUID,
  ADD COLUMN "patient_scope" "audit_patient_scope",
  ADD COLUMN "patient_count" INTEGER,
  ADD COLUMN "patients_sha256" BYTEA;
CREATE INDEX "audit_logs_continues_idx" ON "audit_logs"("continues") WHERE "continues" IS NOT NULL;
-- The rows that concern every patient. Backups and full exports of earlier versions are among them.
CREATE INDEX "audit_logs_all_patients_idx" ON "audit_logs"("created_at" DESC, "id" DESC)
  WHERE "patient_scope" IN ('all', 'all_but_dropped')
    OR ("resource_type" IN ('backup', 'data_export') AND "action" IN ('exported', 'downloaded'));

-- A row that names no patients keeps the text it always had, so that rows written before this migration still verify.
CREATE OR REPLACE FUNCTION "audit_text"(entry "audit_logs") RETURNS BYTEA LANGUAGE sql STABLE
  RETURN convert_to((jsonb_build_array(
    (entry).id, (entry).user_id, (entry).patient_id, (entry).action, (entry).resource_type, (entry).resource_id,
    (entry).details, (entry).ip_address, (entry).user_agent, (entry).request_id,
    extract(epoch FROM (entry).created_at)
  ) || CASE WHEN num_nonnulls((entry).continues, (entry).patient_scope, (entry).patient_count, (entry).patients_sha256) = 0
    THEN '[]'
    ELSE jsonb_build_array((entry).continues, (entry).patient_scope, (entry).patient_count,
      encode((entry).patients_sha256, 'hex'))
  END)::text, 'UTF8');

CREATE TABLE "audit_log_patients" (
    "audit_log_id" UUID NOT NULL,
    -- As in audit_logs: "who has seen this patient" is ordered by it before the rows of audit_logs are read.
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "patient_ids" UUID[] NOT NULL,
    CONSTRAINT "audit_log_patients_pkey" PRIMARY KEY ("audit_log_id")
);
-- The list of new entries is kept short (kB), because whoever fills it waits until it is merged into the index.
CREATE INDEX "audit_log_patients_patient_ids_idx" ON "audit_log_patients" USING GIN ("patient_ids")
  WITH (gin_pending_list_limit = 512);

CREATE OR REPLACE FUNCTION "refuse_audit_change"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER "audit_log_patients_append_only" BEFORE UPDATE OR DELETE ON "audit_log_patients"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "audit_log_patients_never_truncated" BEFORE TRUNCATE ON "audit_log_patients"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
GRANT SELECT, INSERT ON "audit_log_patients" TO caseload_app;
