ALTER TYPE "alert_type" ADD VALUE 'evidence_head_late';

-- A Merkle tree (RFC 6962) over the audit log. Each evidence key has its own tree, which begins with the first audit row.
CREATE TABLE "evidence_logs" (
    -- The first 16 hex digits of the SHA-256 of the public key.
    "id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "evidence_logs_pkey" PRIMARY KEY ("id")
);

-- Which rows of which audit chain follow one another in the tree, from leaf "start" on.
CREATE TABLE "evidence_segments" (
    "log_id" TEXT NOT NULL,
    "start" BIGINT NOT NULL,
    "lane" SMALLINT NOT NULL,
    "first_position" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL CHECK ("rows" > 0),
    -- The hash of the last of these rows, from which the chain continues.
    "last_hash" BYTEA NOT NULL,
    "appended_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "evidence_segments_pkey" PRIMARY KEY ("log_id", "start"),
    CONSTRAINT "evidence_segments_log_id_fkey" FOREIGN KEY ("log_id") REFERENCES "evidence_logs"("id")
);
CREATE UNIQUE INDEX "evidence_segments_log_id_lane_first_position_key"
  ON "evidence_segments"("log_id", "lane", "first_position");

-- The hashes of the tree, 256 to a tile: level 0 has the leaves, and each higher level one hash for each full tile below.
CREATE TABLE "evidence_tiles" (
    "log_id" TEXT NOT NULL,
    "level" SMALLINT NOT NULL,
    "index" BIGINT NOT NULL,
    "hashes" BYTEA NOT NULL CHECK (length("hashes") BETWEEN 32 AND 8192 AND length("hashes") % 32 = 0),
    CONSTRAINT "evidence_tiles_pkey" PRIMARY KEY ("log_id", "level", "index"),
    CONSTRAINT "evidence_tiles_log_id_fkey" FOREIGN KEY ("log_id") REFERENCES "evidence_logs"("id")
);
-- Hashes cannot be compressed.
ALTER TABLE "evidence_tiles" ALTER COLUMN "hashes" SET STORAGE EXTERNAL;

-- The signed tree heads, as C2SP checkpoints.
CREATE TABLE "evidence_heads" (
    "log_id" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "size" BIGINT NOT NULL,
    "root" BYTEA NOT NULL,
    -- SHA-256 of the signed text, which the next head and pins name.
    "sha256" BYTEA NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT NOT NULL,
    CONSTRAINT "evidence_heads_pkey" PRIMARY KEY ("log_id", "number"),
    CONSTRAINT "evidence_heads_log_id_fkey" FOREIGN KEY ("log_id") REFERENCES "evidence_logs"("id")
);
CREATE INDEX "evidence_heads_sha256_idx" ON "evidence_heads"("sha256");
CREATE INDEX "evidence_heads_signed_at_idx" ON "evidence_heads"("signed_at" DESC);

-- A tile grows until it is full, and its hashes never change.
CREATE FUNCTION "extend_evidence_tile"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW."log_id", NEW."level", NEW."index") IS DISTINCT FROM (OLD."log_id", OLD."level", OLD."index")
     OR substr(NEW."hashes", 1, length(OLD."hashes")) <> OLD."hashes" THEN
    RAISE EXCEPTION 'evidence_tiles can only grow' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "evidence_tiles_grow" BEFORE UPDATE ON "evidence_tiles"
  FOR EACH ROW EXECUTE FUNCTION extend_evidence_tile();
CREATE TRIGGER "evidence_tiles_kept" BEFORE DELETE ON "evidence_tiles"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "evidence_logs_append_only" BEFORE UPDATE OR DELETE ON "evidence_logs"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "evidence_segments_append_only" BEFORE UPDATE OR DELETE ON "evidence_segments"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "evidence_heads_append_only" BEFORE UPDATE OR DELETE ON "evidence_heads"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
GRANT SELECT, INSERT ON "evidence_logs", "evidence_segments", "evidence_heads" TO caseload_app;
GRANT SELECT, INSERT, UPDATE ON "evidence_tiles" TO caseload_app;

-- The time of an audit row or a tree head: that of the database, whatever the application claims.
CREATE FUNCTION "audit_clock"(claimed TIMESTAMPTZ) RETURNS TIMESTAMPTZ LANGUAGE sql VOLATILE
  AS 'SELECT clock_timestamp()';
