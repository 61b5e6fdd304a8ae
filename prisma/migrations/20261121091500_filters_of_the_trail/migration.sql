-- A filter by the kind of thing, and one by user and action together. Without these a kind that is seldom, or an act that
-- a busy user never did, would be looked for through the whole trail.
CREATE INDEX "audit_logs_user_id_action_created_at_id_idx"
  ON "audit_logs"("user_id", "action", "created_at" DESC, "id" DESC);
CREATE INDEX "audit_logs_resource_type_created_at_id_idx"
  ON "audit_logs"("resource_type", "created_at" DESC, "id" DESC);
