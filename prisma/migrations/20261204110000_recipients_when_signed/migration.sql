-- A form of an earlier version names its attorney only in its text. The upgrade took the attorney who was assigned on that day,
-- which is another one if the patient was reassigned after signing. Such a form counts for the attorney whom its text names,
-- and otherwise for nobody: the audit log of that time says that a patient was reassigned, but not to whom.
CREATE TEMPORARY TABLE "corrected" ON COMMIT DROP AS
  SELECT asked."id", asked."patient_id", (
      SELECT CASE WHEN count(*) = 1 THEN jsonb_agg(jsonb_build_object(
        'userId', named."id", 'name', named."first_name" || ' ' || named."last_name", 'firm', null, 'address', null
      )) ELSE '[]' END
      FROM "users" AS named
      WHERE named."role" = 'attorney'
        AND strpos(asked."document"::text, named."first_name" || ' ' || named."last_name") > 0
    ) AS "recipients"
  FROM "consent_requests" AS asked
  WHERE asked."recipients_derived" AND asked."state" = 'signed' AND EXISTS (
    SELECT FROM "audit_logs" AS act
    WHERE act."patient_id" = asked."patient_id" AND act."action" = 'updated' AND act."resource_type" = 'patient'
      AND act."details" -> 'fields' ? 'assignedAttorney' AND act."created_at" > asked."closed_at"
      AND act."created_at" <= (
        SELECT "finished_at" FROM "_prisma_migrations"
        WHERE "migration_name" = '20261124050000_recipients_of_authorizations'
      )
  );

UPDATE "consent_requests" AS asked SET "recipients" = corrected."recipients"
FROM "corrected" WHERE asked."id" = corrected."id";

UPDATE "patients" AS patient SET "authorization" = jsonb_set("authorization", '{recipients}', corrected."recipients")
FROM "corrected"
WHERE patient."id" = corrected."patient_id" AND patient."authorization" ->> 'requestId' = corrected."id"::text;
