import { type ReportInput, reportInput } from '#domain/reports/inputs.ts'
import type { OperationContext } from '../context.ts'
import { parse } from '../operation.ts'
import type { PageQuery } from '../paging.ts'
import { tasksVisibleTo } from '../tasks/visibleTasks.ts'
import { userNames } from '../users/userNames.ts'
import { exportPart, type Report, type ReportPart } from './part.ts'
import { instantCell, within } from './span.ts'

type Row = Awaited<ReturnType<typeof read>>[number]

const columns: Report<Row>['columns'] = {
  title: ({ title }) => title,
  description: ({ description }) => description,
  patient: ({ patient }) => patient && `${patient.firstName} ${patient.lastName}`,
  assignedTo: ({ assignee }) => assignee,
  priority: ({ priority }) => priority,
  status: ({ status }) => status,
  dueDate: ({ dueDate }) => instantCell(dueDate),
  completedAt: ({ completedAt }) => instantCell(completedAt),
  createdAt: ({ createdAt }) => instantCell(createdAt),
  patientId: ({ patientId }) => patientId,
  id: ({ id }) => id,
}

/** A part of the tasks that exist for the actor and were made in these days, by due date, to be written down. */
export function exportTasks(
  ctx: OperationContext,
  raw: ReportInput,
  after?: string | null,
): Promise<ReportPart> {
  const input = parse(reportInput, raw)
  const report: Report<Row> = {
    resourceType: 'task',
    order: [
      { field: 'dueOrder', direction: 'asc', kind: 'instant' },
      { field: 'urgency', direction: 'desc', kind: 'number' },
      { field: 'id', direction: 'asc', kind: 'key' },
    ],
    where: (inside) => ({
      AND: [tasksVisibleTo(inside.actor), { createdAt: within(input, inside.timeZone) }],
    }),
    read,
    columns,
  }
  return exportPart(ctx, input, report, after)
}

async function read(ctx: OperationContext, query: PageQuery) {
  const include = { patient: { select: { firstName: true, lastName: true } } }
  const rows = await ctx.db.task.findMany({ ...query, include })
  const nameOf = await userNames(
    ctx,
    rows.map(({ assignedToId }) => assignedToId),
  )
  return rows.map((row) => ({ ...row, assignee: nameOf(row.assignedToId) }))
}
