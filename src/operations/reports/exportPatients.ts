import { type PatientReportInput, patientReportInput } from '#domain/reports/inputs.ts'
import { filterNames } from '../audit/trailFilters.ts'
import { auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { matchingPatients } from '../patients/listPatients.ts'
import { userNames } from '../users/userNames.ts'
import { type Report, type ReportPart, readPart } from './part.ts'
import { dayCell, instantCell, within } from './span.ts'

const select = {
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  dateOfBirth: true,
  dateOfInjury: true,
  address: true,
  status: true,
  statusSince: true,
  assignedAttorneyId: true,
  consentSignedAt: true,
  consultationDate: true,
  consultationTime: true,
  consultationLocation: true,
  createdAt: true,
} as const

type Row = Awaited<ReturnType<typeof read>>[number]

const columns: Report<Row>['columns'] = {
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  dateOfBirth: ({ dateOfBirth }) => dayCell(dateOfBirth),
  dateOfInjury: ({ dateOfInjury }) => dayCell(dateOfInjury),
  address: ({ address }) => address,
  status: ({ status }) => status,
  statusSince: ({ statusSince }) => instantCell(statusSince),
  assignedAttorney: ({ assignee }) => assignee,
  consentSignedAt: ({ consentSignedAt }) => instantCell(consentSignedAt),
  consultationDate: ({ consultationDate }) => dayCell(consultationDate),
  consultationTime: ({ consultationTime }) => consultationTime,
  consultationLocation: ({ consultationLocation }) => consultationLocation,
  createdAt: ({ createdAt }) => instantCell(createdAt),
  id: ({ id }) => id,
}

/** A part of the patients that exist for the actor, newest first, to be written down. That they left is recorded. */
export function exportPatients(
  ctx: OperationContext,
  raw: PatientReportInput,
  after?: string | null,
): Promise<ReportPart> {
  const input = parse(patientReportInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'report.export')
    await auditExported(inside, 'patient', filterNames(input))
    const where = { AND: [matchingPatients(inside, input), { createdAt: within(input, ctx.timeZone) }] }
    return readPart(
      {
        order: [
          { field: 'createdAt', direction: 'desc', kind: 'instant' },
          { field: 'id', direction: 'desc', kind: 'key' },
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
  const rows = await ctx.db.patient.findMany({ ...query, select })
  const nameOf = await userNames(
    ctx,
    rows.map(({ assignedAttorneyId }) => assignedAttorneyId),
  )
  return rows.map((row) => ({ ...row, assignee: nameOf(row.assignedAttorneyId) }))
}
