import { type ReportInput, reportInput } from '#domain/reports/inputs.ts'
import type { OperationContext } from '../context.ts'
import { parse } from '../operation.ts'
import type { PageQuery, SortColumn } from '../paging.ts'
import { ofVisiblePatients } from '../patients/visiblePatient.ts'
import { exportPart, type PartArgs, type ReportPart } from './part.ts'
import { instantCell, nameCell, within } from './span.ts'

const order: readonly SortColumn[] = [
  { field: 'scheduledAt', direction: 'asc', kind: 'instant' },
  { field: 'id', direction: 'asc', kind: 'key' },
]

const from = `appointments row ON row.id = wanted.id
  JOIN patients patient ON patient.id = row.patient_id LEFT JOIN users provider ON provider.id = row.provider_id`

const columns = {
  scheduledAt: instantCell('row.scheduled_at'),
  duration: 'row.duration',
  patient: nameCell('patient'),
  provider: nameCell('provider'),
  status: 'row.status',
  location: 'row.location',
  isConsultation: 'row.is_consultation',
  cancelReason: 'row.cancel_reason',
  createdAt: instantCell('row.created_at'),
  patientId: 'row.patient_id',
  id: 'row.id',
}

/** A part of the export of appointments in these days, of patients visible to the actor, by time. */
export function exportAppointments(
  ctx: OperationContext,
  raw: ReportInput,
  part: PartArgs = {},
): Promise<ReportPart> {
  const input = parse(reportInput, raw)
  const find = (inside: OperationContext, { where, ...query }: PageQuery) => {
    const requested = [ofVisiblePatients(inside), { scheduledAt: within(input, inside.timeZone) }]
    return inside.db.appointment.findMany({
      ...query,
      where: { AND: [...requested, where] },
      select: { id: true, patientId: true, scheduledAt: true },
    })
  }
  const report = { resourceType: 'appointment' as const, order, find, columns, from }
  return exportPart(ctx, input, { ...report, patientOf: ({ patientId }) => patientId }, part)
}
