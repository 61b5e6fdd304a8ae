-- The indexes of the audit log took more space than its rows. They lack the ID now, which only orders rows of the same
-- millisecond: PostgreSQL sorts those few. They are ascending, because new rows then fill their pages; a descending index
-- keeps them half empty. The rows of a user are found by the index with the action, and the acts on a patient by the one
-- of the timeline. The runner builds them before this transaction if the audit log is large.
CREATE INDEX IF NOT EXISTS "audit_logs_created_at_idx" ON "audit_logs"("created_at");
CREATE INDEX IF NOT EXISTS "audit_logs_user_id_action_created_at_idx" ON "audit_logs"("user_id", "action", "created_at");
CREATE INDEX IF NOT EXISTS "audit_logs_action_created_at_idx" ON "audit_logs"("action", "created_at");
CREATE INDEX IF NOT EXISTS "audit_logs_resource_type_created_at_idx" ON "audit_logs"("resource_type", "created_at");
CREATE INDEX IF NOT EXISTS "audit_logs_patient_id_created_at_idx" ON "audit_logs"("patient_id", "created_at")
  WHERE "patient_id" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "audit_logs_acts_created_at_idx" ON "audit_logs"("created_at")
  WHERE "action" NOT IN ('listed', 'viewed');
CREATE INDEX IF NOT EXISTS "audit_logs_timeline_created_at_idx" ON "audit_logs"("patient_id", "created_at")
  WHERE "patient_id" IS NOT NULL
    AND ("action" NOT IN ('listed', 'viewed') OR ("action" = 'viewed' AND "user_id" IS NULL));
CREATE INDEX IF NOT EXISTS "audit_logs_all_patients_created_at_idx" ON "audit_logs"("created_at")
  WHERE "patient_scope" IN ('all', 'all_but_dropped')
    OR ("resource_type" IN ('backup', 'data_export') AND "action" IN ('exported', 'downloaded'));

DROP INDEX "audit_logs_created_at_id_idx";
DROP INDEX "audit_logs_patient_id_created_at_id_idx";
DROP INDEX "audit_logs_user_id_created_at_id_idx";
DROP INDEX "audit_logs_action_created_at_id_idx";
DROP INDEX "audit_logs_user_id_action_created_at_id_idx";
DROP INDEX "audit_logs_resource_type_created_at_id_idx";
DROP INDEX "audit_logs_acts_idx";
DROP INDEX "audit_logs_acts_by_user_idx";
DROP INDEX "audit_logs_acts_on_patient_idx";
DROP INDEX "audit_logs_timeline_idx";
DROP INDEX "audit_logs_all_patients_idx";
