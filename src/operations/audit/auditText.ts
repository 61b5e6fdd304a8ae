/**
 * The canonical text of an audit row `a`. It repeats the database function `audit_text`, so that a check notices if
 * someone changes the function (a test compares the two).
 */
export const AUDIT_TEXT = `pg_catalog.convert_to((pg_catalog.jsonb_build_array(
  a.id, a.user_id, a.patient_id, a.action, a.resource_type, a.resource_id, a.details, a.ip_address, a.user_agent,
  a.request_id, extract(epoch FROM a.created_at))
  || CASE WHEN pg_catalog.num_nonnulls(a.continues, a.patient_scope, a.patient_count, a.patients_sha256) = 0 THEN '[]'
     ELSE pg_catalog.jsonb_build_array(a.continues, a.patient_scope, a.patient_count,
       pg_catalog.encode(a.patients_sha256, 'hex')) END)::text, 'UTF8')`

/** Whether the patient IDs stored for row `a` are the ones it was written with. */
export const IDS_MATCH = `(a.patients_sha256 IS NOT DISTINCT FROM
    pg_catalog.sha256(pg_catalog.convert_to(named.patient_ids::text, 'UTF8'))
  AND (named.audit_log_id IS NULL OR named.created_at = a.created_at))`
