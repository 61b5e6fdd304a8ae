-- The form that waits for a review must exist. A row that names no form is not cleared here, because that could open a
-- chart: the upgrade stops instead, and changes nothing.
ALTER TABLE "patients" ADD CONSTRAINT "patients_review_request_id_fkey"
  FOREIGN KEY ("review_request_id") REFERENCES "consent_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
