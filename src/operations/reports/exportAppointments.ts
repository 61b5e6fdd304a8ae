import { type ReportInput, reportInput } from '#domain/reports/inputs.ts'
import { filterNames } from '../audit/trailFilters.ts'
import { auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { ofVisiblePatients } from '../patients/visiblePatient.ts'
import { userNames } from '../users/userNames.ts'
import { type Report, type ReportPart, readPart } from './part.ts'
import { instantCell, within } from './span.ts'

type Row = Awaited<ReturnType<typeof read>>[number]

const columns: Report<Row>['columns'] = {
  scheduledAt: ({ scheduledAt }) => instantCell(scheduledAt),
  duration: ({ duration }) => duration,
  patient: ({ patient }) => `${patient.firstName} ${patient.lastName}`,
  provider: ({ provider }) => provider,
  status: ({ status }) => status,
  location: ({ location }) => location,
  isConsultation: ({ isConsultation }) => isConsultation,
  cancelReason: ({ cancelReason }) => cancelReason,
  createdAt: ({ createdAt }) => instantCell(createdAt),
  patientId: ({ patientId }) => patientId,
  id: ({ id }) => id,
}

/** A part of the appointments in these days of the patients that exist for the actor, by time, to be written down. */
export function exportAppointments(
  ctx: OperationContext,
  raw: ReportInput,
  after?: string | null,
): Promise<ReportPart> {
  const input = parse(reportInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'report.export')
    await auditExported(inside, 'appointment', filterNames(input))
    const where = { AND: [ofVisiblePatients(ctx.actor), { scheduledAt: within(input, ctx.timeZone) }] }
    return readPart(
      {
        order: [
          { field: 'scheduledAt', direction: 'asc', kind: 'instant' },
          { field: 'id', direction: 'asc', kind: 'key' },
        ],
        fetch: (query) => read(inside, { ...query, where: { AND: [where, query.where] } }),
        columns,
      },
      after,
    )
  })
}

type Query = Parameters<Report<unknown>['fetch']>[0]

async function read(ctx: OperationContext, query: Query) {
  const include = { patient: { select: { firstName: true, lastName: true } } }
  const rows = await ctx.db.appointment.findMany({ ...query, include })
  const nameOf = await userNames(
    ctx,
    rows.map(({ providerId }) => providerId),
  )
  return rows.map((row) => ({ ...row, provider: nameOf(row.providerId) }))
}
