/**
 * Everything a row `a` of the trail says, in one fixed form: what `audit_text` in the database spells too. It is
 * spelled a second time so that a check finds it when somebody changes the function (a test compares the two).
 */
export const AUDIT_TEXT = `pg_catalog.convert_to(pg_catalog.jsonb_build_array(
  a.id, a.user_id, a.patient_id, a.action, a.resource_type, a.resource_id, a.details, a.ip_address, a.user_agent,
  a.request_id, extract(epoch FROM a.created_at))::text, 'UTF8')`
