ALTER TYPE "mail_kind" ADD VALUE 'evidence_head';

-- Finds when the newest tree head was mailed, without reading all e-mails.
CREATE INDEX "mail_messages_kind_idx" ON "mail_messages"("kind", "created_at" DESC);
