import { type ReportInput, reportInput } from '#domain/reports/inputs.ts'
import { filterNames } from '../audit/trailFilters.ts'
import { auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { tasksVisibleTo } from '../tasks/visibleTasks.ts'
import { userNames } from '../users/userNames.ts'
import { type Report, type ReportPart, readPart } from './part.ts'
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
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'report.export')
    await auditExported(inside, 'task', filterNames(input))
    const where = { AND: [tasksVisibleTo(ctx.actor), { createdAt: within(input, ctx.timeZone) }] }
    return readPart(
      {
        order: [
          { field: 'dueOrder', direction: 'asc', kind: 'instant' },
          { field: 'urgency', direction: 'desc', kind: 'number' },
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
  const rows = await ctx.db.task.findMany({ ...query, include })
  const nameOf = await userNames(
    ctx,
    rows.map(({ assignedToId }) => assignedToId),
  )
  return rows.map((row) => ({ ...row, assignee: nameOf(row.assignedToId) }))
}
