-- When providers work, by weekday on the clinic's clock. Without any row, a provider's hours are unknown.
CREATE TABLE "working_hours" (
    "id" UUID NOT NULL,
    "provider_id" UUID NOT NULL,
    "weekday" SMALLINT NOT NULL,
    "starts_at" SMALLINT NOT NULL,
    "ends_at" SMALLINT NOT NULL,

    CONSTRAINT "working_hours_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "working_hours_weekday_is_real" CHECK ("weekday" BETWEEN 0 AND 6),
    CONSTRAINT "working_hours_span_is_real" CHECK (0 <= "starts_at" AND "starts_at" < "ends_at" AND "ends_at" <= 1440),
    CONSTRAINT "working_hours_do_not_overlap" EXCLUDE USING gist (
      "provider_id" WITH =, "weekday" WITH =, int4range("starts_at", "ends_at") WITH &&
    )
);

CREATE INDEX "working_hours_provider_id_weekday_starts_at_idx" ON "working_hours"("provider_id", "weekday", "starts_at");

ALTER TABLE "working_hours" ADD CONSTRAINT "working_hours_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- When a provider is away, or the whole clinic is closed.
CREATE TABLE "closures" (
    "id" UUID NOT NULL,
    "provider_id" UUID,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "closures_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "closures_span_is_real" CHECK ("starts_at" < "ends_at")
);

CREATE INDEX "closures_ends_at_id_idx" ON "closures"("ends_at", "id");

ALTER TABLE "closures" ADD CONSTRAINT "closures_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "closures" ADD CONSTRAINT "closures_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Hours are replaced as a whole, and a closure is added or removed; neither is edited.
GRANT SELECT, INSERT, DELETE ON "working_hours", "closures" TO caseload_app;
