import type { Day } from '#domain/dates.ts'
import { endOfDay, startOfDay } from '#domain/dates.ts'
import type { OperationContext } from '../context.ts'
import type { Parameters } from '../sqlParameters.ts'

/** The patient, the clinic's days from the first to the last, and the instants at which an authorization changed. */
export type AccountedPeriod = { patientId: string; fromDay: Day; toDay: Day; thresholds: readonly Date[] }

/** The version of a user at a time; of a user who was created by a clock that runs ahead, the first one. */
const versionAt = (user: string, at: string) => `(SELECT version.* FROM user_versions version
  WHERE version.user_id = ${user}
  ORDER BY version.since <= ${at} DESC, CASE WHEN version.since <= ${at} THEN version.since END DESC, version.since
  LIMIT 1)`

/**
 * The parts of a WITH clause with one row for each disclosure of a patient in a period, as `entry`. Looks in Caseload are
 * audit rows of users who were attorneys at that time: every action but a refusal, because the answer to a change shows
 * the chart too. Served files and forwardings are rows of `disclosures`, which has their names and hashes; their audit rows
 * are left out. A download by the link to a signed form has no user; its audit row names the copy. Disclosures of a
 * record in the chart of the wrong patient are mistakes in the accounting of the right patient.
 */
export function entriesSql(
  { timeZone }: Pick<OperationContext, 'timeZone'>,
  { patientId, fromDay, toDay, thresholds }: AccountedPeriod,
  add: Parameters['add'],
): string {
  const patient = add(patientId, 'uuid')
  const from = add(startOfDay(fromDay, timeZone), 'timestamptz')
  const to = add(endOfDay(toDay, timeZone), 'timestamptz')
  const [firstDay, lastDay] = [add(fromDay, 'date'), add(toDay, 'date')]
  const within = (at: string) => `${at} >= ${from} AND ${at} < ${to}`
  const periodAt =
    thresholds.length === 0
      ? () => '0'
      : (at: string) => `width_bucket(${at}, ${add([...thresholds], 'timestamptz[]')})`
  return `
    named AS MATERIALIZED (
      SELECT audit_log_id FROM audit_log_patients
      WHERE patient_ids @> ARRAY[${patient}] AND ${within('created_at')}),
    act AS (
      SELECT id, user_id, action, resource_type, resource_id, details, created_at, true AS is_on_patient
        FROM audit_logs WHERE patient_id = ${patient} AND ${within('created_at')}
      UNION ALL
      SELECT id, user_id, action, resource_type, resource_id, details, created_at, false
        FROM named JOIN audit_logs ON id = audit_log_id WHERE patient_id IS DISTINCT FROM ${patient}),
    look AS (
      SELECT act.*, file.id AS record_id FROM act
      LEFT JOIN patient_records file
        ON file.patient_id = ${patient} AND resource_type = 'patient_record' AND file.id::text = resource_id
      WHERE user_id IN (SELECT user_id FROM user_versions WHERE role = 'attorney') AND action <> 'denied'
        AND NOT (resource_type = 'patient_record' AND (action = 'downloaded' OR coalesce(details, '{}') ? 'document'))
        AND NOT (resource_type = 'forwarding' AND coalesce(details, '{}') ? 'byLink')),
    moved AS (
      SELECT from_patient_id, record_id, file.patient_id
        FROM record_moves JOIN patient_records file ON file.id = record_id
        WHERE NOT is_same_patient AND (from_patient_id = ${patient} OR file.patient_id = ${patient})),
    served AS (
      SELECT id, recipient_id, record_id, created_at, false AS is_mistake FROM disclosures one
        WHERE patient_id = ${patient} AND ${within('created_at')} AND NOT EXISTS (
          SELECT FROM moved WHERE from_patient_id = ${patient} AND record_id = one.record_id AND patient_id <> ${patient})
      UNION ALL
      SELECT id, recipient_id, record_id, created_at, true FROM disclosures
        WHERE ${within('created_at')} AND (patient_id, record_id) IN (
          SELECT from_patient_id, record_id FROM moved WHERE patient_id = ${patient} AND from_patient_id <> ${patient})),
    entry AS (
      SELECT look.id, 'look' AS source, look.created_at AS at, version.id AS version_id, action::text AS action,
          resource_type, is_on_patient, ${periodAt('look.created_at')} AS period, look.record_id, NULL::uuid AS copy_id,
          false AS is_mistake
        FROM look CROSS JOIN LATERAL ${versionAt('look.user_id', 'look.created_at')} version
        WHERE version.role = 'attorney'
      UNION ALL
      SELECT served.id, 'record', served.created_at, version.id, NULL, NULL, NULL, ${periodAt('served.created_at')},
          served.record_id, NULL, is_mistake
        FROM served CROSS JOIN LATERAL ${versionAt('served.recipient_id', 'served.created_at')} version
      UNION ALL
      SELECT act.id, 'copy', act.created_at, NULL, NULL, NULL, NULL, NULL, NULL, copy.id, false
        FROM act JOIN recipient_copies copy ON copy.id::text = act.resource_id AND copy.patient_id = ${patient}
        WHERE act.resource_type = 'signed_copy' AND act.action = 'downloaded'
      UNION ALL
      SELECT id, 'manual', disclosed_on::timestamp AT TIME ZONE ${add(timeZone, 'text')}, NULL, NULL, NULL, NULL, NULL, NULL,
          NULL, false
        FROM manual_disclosures
        WHERE patient_id = ${patient} AND disclosed_on BETWEEN ${firstDay} AND ${lastDay})`
}

const unlessMistake = (column: string, name: string) =>
  `CASE WHEN NOT entry.is_mistake THEN record.${column} END AS "${name}"`

/** The rows of `entry`, with the row of `disclosures` as `record` and that of `patient_records` as `file`. */
export const entryTables = `entry
  LEFT JOIN disclosures record ON entry.source = 'record' AND record.id = entry.id
  LEFT JOIN patient_records file ON file.id = entry.record_id`

/** What describes a row of `entryTables`. No form permitted a mistake, and its purpose was about another patient. */
export const entryColumns = `
  entry.source, entry.version_id AS "versionId", entry.action, entry.resource_type AS "resourceType",
  entry.is_on_patient AS "isOnPatient", entry.period, CASE WHEN entry.source = 'manual' THEN entry.id END AS "manualId",
  entry.copy_id AS "copyId", file.id IS NOT NULL AS "isOfRecord", file.category::text AS category,
  file.service_date AS "serviceDate", record.kind::text AS kind, record.file_name AS "fileName",
  CASE WHEN entry.is_mistake THEN 'mistake' ELSE record.basis::text END AS basis,
  ${unlessMistake('purpose', 'purpose')}, ${unlessMistake('basis_reference', 'basisReference')},
  ${unlessMistake('consent_request_id', 'consentRequestId')}, ${unlessMistake('consent_signed_at', 'consentSignedAt')}`
