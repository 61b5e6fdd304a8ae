-- The few patients whose signed form waits for a review by staff: every screen counts them, and the patient list filters
-- by them, in a table of up to a million rows.
CREATE INDEX "patients_to_review_idx" ON "patients" ("created_at" DESC, "id" DESC) WHERE "review_request_id" IS NOT NULL;
