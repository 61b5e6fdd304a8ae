import { daysBetween } from '#domain/dates.ts'
import { type ReportInput, reportInput } from '#domain/reports/inputs.ts'
import { filterNames } from '../audit/trailFilters.ts'
import { auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { patientsVisibleTo } from '../patients/visiblePatient.ts'
import { type Report, type ReportPart, readPart } from './part.ts'
import { instantCell, within } from './span.ts'

const select = {
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  status: true,
  createdAt: true,
  consentSignedAt: true,
  consentRevokedAt: true,
  consentIsManual: true,
} as const

type Row = Awaited<ReturnType<typeof read>>[number]

const columns: Report<Row>['columns'] = {
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  email: ({ email }) => email,
  status: ({ status }) => status,
  addedAt: ({ createdAt }) => instantCell(createdAt),
  firstSentAt: ({ sentAt }) => instantCell(sentAt),
  signedAt: ({ consentSignedAt }) => instantCell(consentSignedAt),
  daysToSign: ({ sentAt, consentSignedAt }) =>
    sentAt && consentSignedAt ? daysBetween(sentAt, consentSignedAt) : null,
  isRecordedByHand: ({ consentIsManual }) => consentIsManual,
  revokedAt: ({ consentRevokedAt }) => instantCell(consentRevokedAt),
  patientId: ({ id }) => id,
}

/** A part of how far consent has come, for each patient that exists for the actor and was added in these days. */
export function exportConsents(
  ctx: OperationContext,
  raw: ReportInput,
  after?: string | null,
): Promise<ReportPart> {
  const input = parse(reportInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'report.export')
    await auditExported(inside, 'consent_request', filterNames(input))
    const where = { ...patientsVisibleTo(ctx.actor), createdAt: within(input, ctx.timeZone) }
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

async function read({ db }: OperationContext, query: Query) {
  const rows = await db.patient.findMany({ ...query, select })
  const sent = await db.consentRequest.groupBy({
    by: ['patientId'],
    where: { patientId: { in: rows.map(({ id }) => id) } },
    _min: { sentAt: true },
  })
  const sentAt = new Map(sent.map(({ patientId, _min }) => [patientId, _min.sentAt]))
  return rows.map((row) => ({ ...row, sentAt: sentAt.get(row.id) ?? null }))
}
