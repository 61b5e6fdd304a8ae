import { type ReportInput, reportInput } from '#domain/reports/inputs.ts'
import { filterNames } from '../audit/auditFilters.ts'
import { audit, COUNTED_MAX } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { patientsVisibleTo, visibilityArguments } from '../patients/visiblePatient.ts'
import { onReplica } from './onReplica.ts'
import { within } from './span.ts'

/** The progress of the patients added in these days, and the time it took. */
export type ConsentFunnel = {
  added: number
  sent: number
  signed: number
  ready: number
  /** Median days from adding to sending; `null` before the first. */
  medianDaysToSend: number | null
  /** Median days from sending to signature. */
  medianDaysToSign: number | null
}

/** Counts the steps of consent for the patients visible to the actor. */
export const readConsentFunnel = operation(reportInput, async (ctx, input): Promise<ConsentFunnel> => {
  authorize(ctx, 'report.export')
  const { funnel, patientIds } = await onReplica(ctx, async (reading) => {
    const figures = await figuresOf(reading, input)
    const isAboutFew = filterNames(input).length > 0 && figures.added > 0 && figures.added <= COUNTED_MAX
    return { funnel: figures, patientIds: isAboutFew ? await patientsAdded(reading, input) : [] }
  })
  await audit(ctx, {
    action: 'viewed',
    resourceType: 'consent_funnel',
    details: { filters: filterNames(input), count: funnel.added },
    patientIds,
  })
  return funnel
})

async function figuresOf(ctx: OperationContext, input: ReportInput): Promise<ConsentFunnel> {
  const { gte = null, lt = null } = within(input, ctx.timeZone)
  const { assignee, staff, at, inPerson } = visibilityArguments(ctx)
  const [funnel] = await ctx.db.$queryRaw<[ConsentFunnel]>`
    WITH cohort AS MATERIALIZED (
      SELECT id, created_at, consent_signed_at, status FROM patients
      WHERE (${assignee}::uuid IS NULL OR assigned_attorney = ${assignee}::uuid)
        AND (${gte}::timestamptz IS NULL OR created_at >= ${gte}::timestamptz)
        AND (${lt}::timestamptz IS NULL OR created_at < ${lt}::timestamptz)
        AND id NOT IN (SELECT id FROM locked_patients(${staff}::uuid, ${at}, ${inPerson}))
    ), sent AS (
      SELECT patient_id, min(sent_at) AS at FROM consent_requests
      WHERE sent_at IS NOT NULL GROUP BY patient_id
    ), days AS (
      SELECT sent.at, cohort.consent_signed_at AS signed_at, cohort.status,
             extract(epoch FROM sent.at - cohort.created_at) / 86400 AS to_send,
             extract(epoch FROM cohort.consent_signed_at - sent.at) / 86400 AS to_sign
      FROM cohort LEFT JOIN sent ON sent.patient_id = cohort.id
    )
    SELECT count(*)::int AS "added",
           count(*) FILTER (WHERE at IS NOT NULL OR signed_at IS NOT NULL)::int AS "sent",
           count(*) FILTER (WHERE signed_at IS NOT NULL)::int AS "signed",
           count(*) FILTER (WHERE signed_at IS NOT NULL AND status IN
             ('schedulable', 'treatment_completed', 'pending_records', 'records_forwarded'))::int AS "ready",
           round(percentile_cont(0.5) WITHIN GROUP (ORDER BY to_send)::numeric, 1)::float8 AS "medianDaysToSend",
           round((percentile_cont(0.5) WITHIN GROUP (ORDER BY to_sign) FILTER (WHERE to_sign >= 0))::numeric, 1)::float8
             AS "medianDaysToSign"
    FROM days`
  return funnel
}

async function patientsAdded(ctx: OperationContext, input: ReportInput): Promise<string[]> {
  const where = { AND: [patientsVisibleTo(ctx), { createdAt: within(input, ctx.timeZone) }] }
  const added = await ctx.db.patient.findMany({ where, select: { id: true }, take: COUNTED_MAX })
  return added.map(({ id }) => id)
}
