-- From where somebody has signed in lately, whatever else they did: a limit on signing in asks for it.
CREATE INDEX "audit_logs_sign_ins_idx" ON "audit_logs"("user_id", "created_at" DESC) INCLUDE ("ip_address")
  WHERE "action" = 'login';
