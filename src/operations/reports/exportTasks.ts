import { type ReportInput, reportInput } from '#domain/reports/inputs.ts'
import type { OperationContext } from '../context.ts'
import { parse } from '../operation.ts'
import type { PageQuery, SortColumn } from '../paging.ts'
import { tasksVisibleTo } from '../tasks/visibleTasks.ts'
import { exportPart, type PartArgs, type ReportPart } from './part.ts'
import { instantCell, nameCell, within } from './span.ts'

const order: readonly SortColumn[] = [
  { field: 'dueOrder', direction: 'asc', kind: 'instant' },
  { field: 'urgency', direction: 'desc', kind: 'number' },
  { field: 'id', direction: 'asc', kind: 'key' },
]

const from = `tasks row ON row.id = wanted.id
  LEFT JOIN patients patient ON patient.id = row.patient_id LEFT JOIN users assignee ON assignee.id = row.assigned_to`

const columns = {
  title: 'row.title',
  description: 'row.description',
  patient: nameCell('patient'),
  assignedTo: nameCell('assignee'),
  priority: 'row.priority',
  status: 'row.status',
  dueDate: instantCell('row.due_date'),
  completedAt: instantCell('row.completed_at'),
  createdAt: instantCell('row.created_at'),
  patientId: 'row.patient_id',
  id: 'row.id',
}

/** A part of the export of tasks visible to the actor that were created in these days, by due date. */
export function exportTasks(
  ctx: OperationContext,
  raw: ReportInput,
  part: PartArgs = {},
): Promise<ReportPart> {
  const input = parse(reportInput, raw)
  const find = (inside: OperationContext, { where, ...query }: PageQuery) => {
    const requested = { AND: [tasksVisibleTo(inside), { createdAt: within(input, inside.timeZone) }] }
    return inside.db.task.findMany({
      ...query,
      where: { AND: [requested, where] },
      select: { id: true, patientId: true, dueOrder: true, urgency: true },
    })
  }
  const report = { resourceType: 'task' as const, order, find, columns, from }
  return exportPart(ctx, input, { ...report, patientOf: ({ patientId }) => patientId }, part)
}
