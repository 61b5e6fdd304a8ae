-- That a patient opened the form shows on screens like any step of a request; what staff look at is nobody else's news.
DROP TRIGGER "audit_logs_told" ON "audit_logs";
CREATE TRIGGER "audit_logs_told" AFTER INSERT ON "audit_logs" FOR EACH ROW
  WHEN (NEW."action" IN ('created', 'updated', 'deleted', 'imported', 'consent_sent', 'consent_signed',
    'consent_declined', 'consent_voided', 'consent_expired', 'consent_revoked')
    OR (NEW."action" = 'viewed' AND NEW."resource_type" = 'consent_request' AND NEW."user_id" IS NULL))
  EXECUTE FUNCTION tell_change();
