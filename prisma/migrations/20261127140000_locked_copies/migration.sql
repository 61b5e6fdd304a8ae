ALTER TYPE "alert_type" ADD VALUE 'locked_copy_late';

-- Copies of signed tree heads in a bucket whose Object Lock keeps anyone from changing or removing them.
CREATE TABLE "evidence_locked_copies" (
    "log_id" TEXT NOT NULL,
    "head_number" BIGINT NOT NULL,
    "copied_at" TIMESTAMPTZ(3) NOT NULL,
    "locked_until" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "evidence_locked_copies_pkey" PRIMARY KEY ("log_id", "head_number"),
    CONSTRAINT "evidence_locked_copies_head_fkey" FOREIGN KEY ("log_id", "head_number")
      REFERENCES "evidence_heads"("log_id", "number")
);
CREATE TRIGGER "evidence_locked_copies_append_only" BEFORE UPDATE OR DELETE ON "evidence_locked_copies"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
GRANT SELECT, INSERT ON "evidence_locked_copies" TO caseload_app;
