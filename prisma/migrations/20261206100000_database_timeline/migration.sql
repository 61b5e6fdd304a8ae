-- Which database server signed a head, and on which timeline, so that a return to an earlier time is recorded.
ALTER TABLE "evidence_heads" ADD COLUMN "database_timeline" TEXT;
