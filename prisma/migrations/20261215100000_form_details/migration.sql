-- To whom a form was sent and what it states about the patient, so that staff learn when these details are corrected.
ALTER TABLE "consent_requests" ADD COLUMN "sent_to" TEXT;
ALTER TABLE "consent_requests" ADD COLUMN "stated_name" TEXT;
ALTER TABLE "consent_requests" ADD COLUMN "stated_birth_date" DATE;

-- Open requests: the address of the invitation. DocuSign sends its own e-mail, for which only the current address is known.
UPDATE "consent_requests" request
SET "sent_to" = coalesce(
  (
    SELECT message."to_address"
    FROM "mail_messages" message
    WHERE message."request_id" = request."id" AND message."kind" = 'consent_invitation'
    ORDER BY message."created_at"
    LIMIT 1
  ),
  CASE WHEN request."provider" <> 'built_in' THEN patient."email" END
)
FROM "patients" patient
WHERE patient."id" = request."patient_id" AND request."state" = 'sent' AND request."channel" = 'remote';
