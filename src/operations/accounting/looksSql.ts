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
 * are left out. A download by the link to a signed form has no user; its audit row names the copy.
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
      SELECT act.* FROM act
      WHERE user_id IN (SELECT user_id FROM user_versions WHERE role = 'attorney') AND action <> 'denied'
        AND NOT (resource_type = 'patient_record' AND (action = 'downloaded' OR coalesce(details, '{}') ? 'document'))
        AND NOT (resource_type = 'forwarding' AND coalesce(details, '{}') ? 'byLink')),
    entry AS (
      SELECT look.id, 'look' AS source, look.created_at AS at, version.id AS version_id, action::text AS action,
          resource_type, is_on_patient, ${periodAt('look.created_at')} AS period, NULL::uuid AS copy_id
        FROM look CROSS JOIN LATERAL ${versionAt('look.user_id', 'look.created_at')} version
        WHERE version.role = 'attorney'
      UNION ALL
      SELECT one.id, 'record', one.created_at, version.id, NULL, NULL, NULL, NULL, NULL
        FROM disclosures one CROSS JOIN LATERAL ${versionAt('one.recipient_id', 'one.created_at')} version
        WHERE one.patient_id = ${patient} AND ${within('one.created_at')}
      UNION ALL
      SELECT act.id, 'copy', act.created_at, NULL, NULL, NULL, NULL, NULL, copy.id
        FROM act JOIN recipient_copies copy ON copy.id::text = act.resource_id AND copy.patient_id = ${patient}
        WHERE act.resource_type = 'signed_copy' AND act.action = 'downloaded'
      UNION ALL
      SELECT id, 'manual', disclosed_on::timestamp AT TIME ZONE ${add(timeZone, 'text')}, NULL, NULL, NULL, NULL, NULL, NULL
        FROM manual_disclosures
        WHERE patient_id = ${patient} AND disclosed_on BETWEEN ${firstDay} AND ${lastDay})`
}
