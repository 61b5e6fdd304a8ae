-- The application stores the checks of the audit log. Their time is that of the database, and a check that found the log intact
-- must have the heads that the log has, so that the application cannot make one up.
CREATE FUNCTION "settle_audit_check"() RETURNS TRIGGER
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW."checked_at" := audit_clock(NEW."checked_at")::TIMESTAMPTZ(3);
  IF NEW."is_intact" AND (
    NEW."rows" <> (SELECT coalesce(sum("length"), 0)
      FROM jsonb_to_recordset(NEW."heads") AS h ("length" BIGINT))
    OR EXISTS (SELECT FROM jsonb_to_recordset(NEW."heads") AS h ("lane" SMALLINT, "length" BIGINT, "head" TEXT)
      LEFT JOIN "audit_logs" a ON a."lane" = h."lane" AND a."position" = h."length"
      WHERE h."length" > 0 AND encode(a."hash", 'hex') IS DISTINCT FROM h."head")
  ) THEN
    RAISE EXCEPTION 'These are not the heads of the audit log' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "audit_checks_settle" BEFORE INSERT ON "audit_checks"
  FOR EACH ROW EXECUTE FUNCTION "settle_audit_check"();
