import { type PatientReportInput, patientReportInput } from '#domain/reports/inputs.ts'
import type { OperationContext } from '../context.ts'
import { parse } from '../operation.ts'
import type { PageQuery } from '../paging.ts'
import { newestFirst } from '../paging.ts'
import { matchingPatients } from '../patients/listPatients.ts'
import { userNames } from '../users/userNames.ts'
import { exportPart, type Report, type ReportPart } from './part.ts'
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
  const report: Report<Row> = {
    resourceType: 'patient',
    order: newestFirst,
    where: (inside) => ({
      AND: [matchingPatients(inside, input), { createdAt: within(input, inside.timeZone) }],
    }),
    read,
    columns,
  }
  return exportPart(ctx, input, report, after)
}

async function read(ctx: OperationContext, query: PageQuery) {
  const rows = await ctx.db.patient.findMany({ ...query, select })
  const nameOf = await userNames(
    ctx,
    rows.map(({ assignedAttorneyId }) => assignedAttorneyId),
  )
  return rows.map((row) => ({ ...row, assignee: nameOf(row.assignedAttorneyId) }))
}
