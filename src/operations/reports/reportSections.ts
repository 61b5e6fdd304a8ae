import { patientStatuses } from '#domain/patients/status.ts'
import { type ClinicReport, REPORT_ROWS_MAX, type SignedOf } from '#domain/reports/clinicReport.ts'
import type { OperationContext } from '../context.ts'
import { firstPatientsOf, type ReportScope, readFigures } from './reportScope.ts'

/** A part of the report, and the patients whom the audit row names. */
type Section<Part extends keyof ClinicReport> = Pick<ClinicReport, Part> & { patientIds: string[] }

type Weekly = { week: number }

/** One row for each week of the report, also for those without events. */
const everyWeek = <Row extends Weekly, Result>(
  { weeks }: ReportScope,
  rows: readonly Row[],
  write: (week: string, row: Row | undefined) => Result,
): Result[] =>
  weeks.map((week, at) =>
    write(
      week,
      rows.find((row) => row.week === at + 1),
    ),
  )

const NOBODY = '00000000-0000-0000-0000-000000000000'

const signedOfSql = (column: string, name: string, from: string) => `
  (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'signed', signed, 'medianDays', median)
      ORDER BY signed DESC, name), '[]')
    FROM (
      SELECT grouped.${column} AS id, ${name} AS name, signed, round(median::numeric, 1)::float8 AS median
      FROM (
        SELECT ${column}, count(*)::int AS signed, percentile_cont(0.5) WITHIN GROUP (ORDER BY days) AS median
        FROM signed GROUP BY ${column} ORDER BY count(*) DESC LIMIT ${REPORT_ROWS_MAX}
      ) grouped LEFT JOIN ${from} ON named.id = grouped.${column}
    ) named_rows)`

/** The forms signed in the period: per week, and the days from the first sending by attorney and template. */
export async function readSigned(
  ctx: OperationContext,
  scope: ReportScope,
): Promise<Section<'signedByWeek' | 'signedByAttorney' | 'signedByTemplate'>> {
  type Figures = {
    weeks: (Weekly & { signed: number })[]
    signedByAttorney: SignedOf[]
    signedByTemplate: SignedOf[]
  }
  const { figures, patientIds } = await readFigures<Figures>(
    ctx,
    (add) => `
      WITH signed AS MATERIALIZED (
        SELECT patient_id, template_id, nullif(assignee_key, '${NOBODY}'::uuid) AS assignee,
               ${scope.weekOf('signed_at', add)} AS week,
               CASE WHEN sent_at IS NOT NULL
                 THEN greatest(0, extract(epoch FROM signed_at - sent_at)::float8 / 86400) END AS days
        FROM consent_signatures
        WHERE ${scope.isInPeriod('signed_at', add)}
          AND ${scope.isInScope({ assignee: 'assignee_key', patient: 'patient_id' }, add)}
          ${scope.templateId ? `AND template_id = ${add(scope.templateId, 'uuid')}` : ''}
      )
      SELECT
        (SELECT coalesce(json_agg(json_build_object('week', week, 'signed', signed)), '[]')
          FROM (SELECT week, count(*) AS signed FROM signed GROUP BY week) weekly) AS weeks,
        ${signedOfSql('assignee', "named.first_name || ' ' || named.last_name", 'users named')} AS "signedByAttorney",
        ${signedOfSql('template_id', 'named.name', 'consent_templates named')} AS "signedByTemplate",
        ${firstPatientsOf('signed')}`,
  )
  const { weeks, signedByAttorney, signedByTemplate } = figures
  const signedByWeek = everyWeek(scope, weeks, (week, row) => ({ week, signed: row?.signed ?? 0 }))
  return { signedByWeek, signedByAttorney, signedByTemplate, patientIds }
}

const steps = patientStatuses.filter((status) => status !== 'dropped')

/**
 * The patients added in the period by the furthest step that they have now. A dropped patient counts up to the step
 * at which they were dropped.
 */
export async function readFunnel(ctx: OperationContext, scope: ReportScope): Promise<Section<'funnel'>> {
  type Figures = { at: { status: string; here: number; dropped: number }[] }
  const { figures, patientIds } = await readFigures<Figures>(
    ctx,
    (add) => `
      WITH cohort AS MATERIALIZED (
        SELECT id AS patient_id, status FROM patients
        WHERE ${scope.isInPeriod('created_at', add)}
          AND ${scope.isInScope({ assignee: 'assigned_attorney', patient: 'id' }, add)}
      ), steps AS (
        SELECT status, count(*) AS here, 0 AS dropped FROM cohort WHERE status <> 'dropped' GROUP BY status
        UNION ALL
        SELECT coalesce(change."from", 'pending_consent'), 0, count(*)
        FROM cohort LEFT JOIN LATERAL (
          SELECT "from" FROM patient_status_changes c
          WHERE c.patient_id = cohort.patient_id AND c."to" = 'dropped' ORDER BY c.changed_at DESC LIMIT 1
        ) change ON true
        WHERE cohort.status = 'dropped' GROUP BY 1
      )
      SELECT
        (SELECT coalesce(json_agg(json_build_object('status', status, 'here', here, 'dropped', dropped)), '[]')
          FROM (SELECT status, sum(here) AS here, sum(dropped) AS dropped FROM steps GROUP BY status) summed) AS at,
        ${firstPatientsOf('cohort')}`,
  )
  let reached = 0
  const funnel = [...steps].reverse().map((status) => {
    const { here, dropped } = figures.at.find((one) => one.status === status) ?? { here: 0, dropped: 0 }
    reached += here + dropped
    return { status, reached, here, dropped }
  })
  return { funnel: funnel.reverse(), patientIds }
}

/** The statuses at which a patient waits for a next step. */
const waiting = steps.filter((status) => status !== 'records_forwarded')

/** The patients who have been at their status longest, each status read from its index. */
export async function readOldestWaiting(
  ctx: OperationContext,
  scope: ReportScope,
): Promise<Section<'oldestWaiting'>> {
  type Figures = { oldest: ClinicReport['oldestWaiting'] }
  const { figures } = await readFigures<Figures>(
    ctx,
    (add) => `
      WITH oldest AS (
        SELECT found.* FROM unnest(${add(waiting, 'patient_status[]')}) AS step (status), LATERAL (
          SELECT id, first_name, last_name, patient.status, status_since, assigned_attorney FROM patients patient
          WHERE patient.status = step.status
            AND ${scope.isInScope({ assignee: 'assigned_attorney', patient: 'id' }, add)}
          ORDER BY status_since, id LIMIT ${REPORT_ROWS_MAX}
        ) found ORDER BY status_since, id LIMIT ${REPORT_ROWS_MAX}
      )
      SELECT coalesce(json_agg(json_build_object('id', oldest.id, 'firstName', oldest.first_name,
          'lastName', oldest.last_name, 'status', status, 'since', status_since,
          'attorney', attorney.first_name || ' ' || attorney.last_name) ORDER BY status_since, oldest.id), '[]') AS oldest
      FROM oldest LEFT JOIN users attorney ON attorney.id = oldest.assigned_attorney`,
  )
  const oldestWaiting = figures.oldest.map((row) => ({ ...row, since: new Date(row.since) }))
  return { oldestWaiting, patientIds: oldestWaiting.map(({ id }) => id) }
}

/** Joins the patients only where the filter needs their attorney. */
const patientJoin = ({ isOfAttorney }: ReportScope, row: string): string =>
  isOfAttorney ? `JOIN patients patient ON patient.id = ${row}.patient_id` : ''

/** The visits of the period that are over, with those missed and cancelled. */
export async function readVisits(
  ctx: OperationContext,
  scope: ReportScope,
): Promise<Section<'visitsByWeek'>> {
  type Figures = { weeks: (Weekly & { visits: number; noShows: number; cancelled: number })[] }
  const { figures, patientIds } = await readFigures<Figures>(
    ctx,
    (add) => `
      WITH visits AS MATERIALIZED (
        SELECT visit.patient_id, visit.status, ${scope.weekOf('visit.scheduled_at', add)} AS week
        FROM appointments visit ${patientJoin(scope, 'visit')}
        WHERE ${scope.isInPeriod('visit.scheduled_at', add)}
          AND visit.scheduled_at < ${add(ctx.now(), 'timestamptz')}
          AND ${scope.isInScope({ assignee: 'patient.assigned_attorney', patient: 'visit.patient_id' }, add)}
      )
      SELECT
        (SELECT coalesce(json_agg(json_build_object('week', week, 'visits', visits, 'noShows', no_shows,
            'cancelled', cancelled)), '[]')
          FROM (SELECT week, count(*) AS visits, count(*) FILTER (WHERE status = 'no_show') AS no_shows,
                  count(*) FILTER (WHERE status = 'cancelled') AS cancelled
                FROM visits GROUP BY week) weekly) AS weeks,
        ${firstPatientsOf('visits')}`,
  )
  const none = { visits: 0, noShows: 0, cancelled: 0 }
  const visitsByWeek = everyWeek(scope, figures.weeks, (week, row) => ({ ...none, ...row, week }))
  return { visitsByWeek, patientIds }
}

/** The forwardings of the period, and the records in them. */
export async function readForwarded(
  ctx: OperationContext,
  scope: ReportScope,
): Promise<Section<'forwardedByWeek'>> {
  type Figures = { weeks: (Weekly & { forwardings: number; records: number })[] }
  const { figures, patientIds } = await readFigures<Figures>(
    ctx,
    (add) => `
      WITH forwarded AS MATERIALIZED (
        SELECT made.id, made.patient_id, ${scope.weekOf('made.created_at', add)} AS week
        FROM forwardings made ${patientJoin(scope, 'made')}
        WHERE ${scope.isInPeriod('made.created_at', add)}
          AND ${scope.isInScope({ assignee: 'patient.assigned_attorney', patient: 'made.patient_id' }, add)}
      )
      SELECT
        (SELECT coalesce(json_agg(json_build_object('week', week, 'forwardings', forwardings, 'records', records)), '[]')
          FROM (SELECT week, count(DISTINCT forwarded.id) AS forwardings, count(file.record_id) AS records
                FROM forwarded LEFT JOIN forwarded_records file ON file.forwarding_id = forwarded.id
                GROUP BY week) weekly) AS weeks,
        ${firstPatientsOf('forwarded')}`,
  )
  const none = { forwardings: 0, records: 0 }
  const forwardedByWeek = everyWeek(scope, figures.weeks, (week, row) => ({ ...none, ...row, week }))
  return { forwardedByWeek, patientIds }
}
