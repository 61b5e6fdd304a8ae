ALTER TYPE "alert_type" ADD VALUE 'time_stamp_late';

-- Time stamps (RFC 3161) of signed tree heads, by services outside of the clinic.
CREATE TABLE "evidence_time_stamps" (
    "log_id" TEXT NOT NULL,
    "head_number" BIGINT NOT NULL,
    -- The host name of the service, and its port if that is not the usual one.
    "service" TEXT NOT NULL,
    -- The time in the response.
    "stamped_at" TIMESTAMPTZ(3) NOT NULL,
    -- The response of the service (TimeStampResp, DER).
    "response" BYTEA NOT NULL CHECK (length("response") <= 65536),
    CONSTRAINT "evidence_time_stamps_pkey" PRIMARY KEY ("log_id", "head_number", "service"),
    CONSTRAINT "evidence_time_stamps_head_fkey" FOREIGN KEY ("log_id", "head_number")
      REFERENCES "evidence_heads"("log_id", "number")
);
CREATE INDEX "evidence_time_stamps_stamped_at_idx" ON "evidence_time_stamps"("log_id", "stamped_at" DESC);
CREATE TRIGGER "evidence_time_stamps_append_only" BEFORE UPDATE OR DELETE ON "evidence_time_stamps"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
GRANT SELECT, INSERT ON "evidence_time_stamps" TO caseload_app;
