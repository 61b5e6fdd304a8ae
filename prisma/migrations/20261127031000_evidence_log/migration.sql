ALTER TYPE "alert_type" ADD VALUE 'evidence_stale';

-- The Merkle tree over the audit log. A tile has up to 256 hashes of one level (level 0: leaves); each level has one hash for
-- each complete tile of the level below. The seed gives the salts of the tile's leaves.
CREATE TABLE "evidence_tiles" (
    "level" SMALLINT NOT NULL,
    "index" BIGINT NOT NULL,
    "hashes" BYTEA NOT NULL,
    "seed" BYTEA,
    CONSTRAINT "evidence_tiles_pkey" PRIMARY KEY ("level", "index"),
    CONSTRAINT "evidence_tiles_seed" CHECK (("level" = 0) = ("seed" IS NOT NULL))
);

-- Which audit rows are which leaves: consecutive rows of one chain are consecutive leaves.
CREATE TABLE "evidence_runs" (
    "first_leaf" BIGINT NOT NULL,
    "lane" SMALLINT NOT NULL,
    "first_position" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL,
    CONSTRAINT "evidence_runs_pkey" PRIMARY KEY ("first_leaf")
);
CREATE UNIQUE INDEX "evidence_runs_lane_first_position_key" ON "evidence_runs"("lane", "first_position");

-- How much of each audit chain is in the tree.
CREATE TABLE "evidence_lanes" (
    "lane" SMALLINT NOT NULL,
    "length" BIGINT NOT NULL,
    "head" BYTEA NOT NULL,
    CONSTRAINT "evidence_lanes_pkey" PRIMARY KEY ("lane")
);

-- The signed tree heads, and the key that signed each.
CREATE TABLE "evidence_heads" (
    "number" BIGINT NOT NULL,
    "size" BIGINT NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT NOT NULL,
    "note_sha256" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    CONSTRAINT "evidence_heads_pkey" PRIMARY KEY ("number")
);
CREATE UNIQUE INDEX "evidence_heads_note_sha256_key" ON "evidence_heads"("note_sha256");

CREATE TRIGGER "evidence_runs_append_only" BEFORE UPDATE OR DELETE ON "evidence_runs"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "evidence_heads_append_only" BEFORE UPDATE OR DELETE ON "evidence_heads"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "evidence_runs_never_truncated" BEFORE TRUNCATE ON "evidence_runs"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "evidence_heads_never_truncated" BEFORE TRUNCATE ON "evidence_heads"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
GRANT SELECT, INSERT, UPDATE ON "evidence_tiles", "evidence_lanes" TO caseload_app;
GRANT SELECT, INSERT ON "evidence_runs", "evidence_heads" TO caseload_app;
