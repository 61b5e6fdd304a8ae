import { type ReportInput, reportInput } from '#domain/reports/inputs.ts'
import type { OperationContext } from '../context.ts'
import { parse } from '../operation.ts'
import type { PageQuery } from '../paging.ts'
import { ofVisiblePatients } from '../patients/visiblePatient.ts'
import { userNames } from '../users/userNames.ts'
import { exportPart, type Report, type ReportPart } from './part.ts'
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
  const report: Report<Row> = {
    resourceType: 'appointment',
    order: [
      { field: 'scheduledAt', direction: 'asc', kind: 'instant' },
      { field: 'id', direction: 'asc', kind: 'key' },
    ],
    where: (inside) => ({
      AND: [ofVisiblePatients(inside.actor), { scheduledAt: within(input, inside.timeZone) }],
    }),
    read,
    columns,
  }
  return exportPart(ctx, input, report, after)
}

async function read(ctx: OperationContext, query: PageQuery) {
  const include = { patient: { select: { firstName: true, lastName: true } } }
  const rows = await ctx.db.appointment.findMany({ ...query, include })
  const nameOf = await userNames(
    ctx,
    rows.map(({ providerId }) => providerId),
  )
  return rows.map((row) => ({ ...row, provider: nameOf(row.providerId) }))
}
