ALTER TYPE "api_key_scope" ADD VALUE 'webhooks_write';
ALTER TYPE "alert_type" ADD VALUE 'webhook_added';
ALTER TYPE "alert_type" ADD VALUE 'webhook_stopped';
CREATE TYPE "webhook_off_reason" AS ENUM ('by_user', 'unreachable', 'gone', 'key_ended', 'restored', 'place_lost');

-- Addresses that get the changes that an API key may see, and the messages to them.
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[] NOT NULL DEFAULT '{}',
    "api_key_id" UUID NOT NULL,
    "wrapped_secrets" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "cursor" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_until" TIMESTAMPTZ(3),
    "off_reason" "webhook_off_reason",
    "off_at" TIMESTAMPTZ(3),
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhooks_off_check" CHECK (("off_reason" IS NULL) = ("off_at" IS NULL)),
    CONSTRAINT "webhooks_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "webhooks_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "webhooks_api_key_id_idx" ON "webhooks"("api_key_id");
CREATE INDEX "webhooks_created_by_idx" ON "webhooks"("created_by");

CREATE TABLE "webhook_messages" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "after" TEXT NOT NULL,
    "cursor" TEXT NOT NULL,
    "changes" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_attempt_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_problem" TEXT,
    "last_ms" INTEGER,
    "accepted_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_messages_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_messages_webhook_id_created_at_id_idx" ON "webhook_messages"("webhook_id", "created_at" DESC, "id" DESC);
CREATE INDEX "webhook_messages_created_at_idx" ON "webhook_messages"("created_at");
GRANT SELECT, INSERT, UPDATE, DELETE ON "webhooks", "webhook_messages" TO caseload_app;
