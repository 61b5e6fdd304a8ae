-- Recent Activity shows what was done, not who has looked: reads are most of the trail, and without indexes of their own
-- the last five acts would be looked for behind a hundred thousand of them.
CREATE INDEX "audit_logs_acts_idx" ON "audit_logs"("created_at" DESC, "id" DESC)
  WHERE "action" NOT IN ('listed', 'viewed');
CREATE INDEX "audit_logs_acts_by_user_idx" ON "audit_logs"("user_id", "created_at" DESC, "id" DESC)
  WHERE "action" NOT IN ('listed', 'viewed');
CREATE INDEX "audit_logs_acts_on_patient_idx" ON "audit_logs"("patient_id", "created_at" DESC, "id" DESC)
  WHERE "action" NOT IN ('listed', 'viewed');
-- Tasks that nobody has to do any more stand with what changed last first.
CREATE INDEX "tasks_closed_idx" ON "tasks"("updated_at" DESC, "id" DESC)
  WHERE "status" IN ('completed', 'cancelled');
