-- Requests with an Idempotency-Key, and their answers for a day.
CREATE TABLE "idempotency_keys" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "request_sha256" TEXT NOT NULL,
    "attempt" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3),
    "patient_ids" UUID[] NOT NULL DEFAULT '{}',
    "ended_at" TIMESTAMPTZ(3),
    "answer" BYTEA,
    "answer_key_id" TEXT,
    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "idempotency_keys_answer_check" CHECK (("answer" IS NULL) = ("answer_key_id" IS NULL)),
    CONSTRAINT "idempotency_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "idempotency_keys_started_at_idx" ON "idempotency_keys"("started_at");
CREATE INDEX "idempotency_keys_user_id_idx" ON "idempotency_keys"("user_id");
GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency_keys" TO caseload_app;
