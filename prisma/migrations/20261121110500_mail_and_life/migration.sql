-- Who wants copies of alerts, which end of an authorization people were told of, and the outbox in the orders it is read.
ALTER TABLE "users" ADD COLUMN "email_alerts" BOOLEAN NOT NULL DEFAULT true;

ALTER TABLE "patients" ADD COLUMN "consent_end_told" TIMESTAMPTZ(3);

CREATE INDEX "mail_messages_state_created_at_id_idx" ON "mail_messages" ("state", "created_at" DESC, "id" DESC);

CREATE INDEX "mail_messages_alert_id_idx" ON "mail_messages" ("alert_id");

-- The job looks for these alone.
CREATE INDEX "mail_messages_next_try_at_idx" ON "mail_messages" ("next_try_at") WHERE "state" = 'waiting';
