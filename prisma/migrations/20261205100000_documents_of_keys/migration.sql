-- An API key can be limited to a list of GraphQL documents.
CREATE TABLE "api_key_documents" (
  "api_key_id" UUID NOT NULL REFERENCES "api_keys" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "hash" TEXT NOT NULL,
  "name" TEXT,
  "text" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY ("api_key_id", "hash")
);
GRANT SELECT, INSERT, DELETE ON "api_key_documents" TO caseload_app;
