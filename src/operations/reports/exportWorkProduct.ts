import { type WorkProductReportInput, workProductReportInput } from '#domain/reports/inputs.ts'
import type { OperationContext } from '../context.ts'
import { parse } from '../operation.ts'
import type { PageQuery, SortColumn } from '../paging.ts'
import { ofVisiblePatients } from '../patients/visiblePatient.ts'
import { exportPart, type PartArgs, type ReportPart } from './part.ts'
import { instantCell, nameCell, within } from './span.ts'

const order: readonly SortColumn[] = [
  { field: 'createdAt', direction: 'asc', kind: 'instant' },
  { field: 'id', direction: 'asc', kind: 'key' },
]

const from = `patient_notes row ON row.id = wanted.id JOIN patients patient ON patient.id = row.patient_id`

const columns = {
  patient: nameCell('patient'),
  createdAt: instantCell('row.created_at'),
  updatedAt: instantCell('row.updated_at'),
  noteType: 'row.note_type',
  content: 'row.content',
  patientId: 'row.patient_id',
  id: 'row.id',
}

/** A part of the export of the actor's own work product about visible patients, written in these days, oldest first. */
export function exportWorkProduct(
  ctx: OperationContext,
  raw: WorkProductReportInput,
  part: PartArgs = {},
): Promise<ReportPart> {
  const input = parse(workProductReportInput, raw)
  const { patientId } = input
  const find = (inside: OperationContext, { where, ...query }: PageQuery) => {
    const own = { createdById: inside.actor.id, visibility: 'work_product' as const, deletedAt: null }
    const requested = { ...own, createdAt: within(input, inside.timeZone), ...(patientId && { patientId }) }
    return inside.db.patientNote.findMany({
      ...query,
      where: { AND: [ofVisiblePatients(inside), requested, where] },
      select: { id: true, patientId: true, createdAt: true },
    })
  }
  const report = { resourceType: 'patient_note' as const, order, find, columns, from }
  return exportPart(ctx, input, { ...report, patientOf: (note) => note.patientId }, part)
}
