-- Filters and order of a list under a name: of the person who keeps them, or of the whole clinic when shared.
CREATE TABLE "saved_views" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "screen" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_views_name_check" CHECK (char_length("name") BETWEEN 1 AND 60),
    CONSTRAINT "saved_views_query_check" CHECK (char_length("query") <= 500)
);
CREATE INDEX "saved_views_owner_id_screen_idx" ON "saved_views"("owner_id", "screen");
CREATE INDEX "saved_views_shared_idx" ON "saved_views"("screen") WHERE "is_shared";
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT, UPDATE, DELETE ON "saved_views" TO caseload_app;
