import { daysBetween } from '#domain/dates.ts'
import { type ReportInput, reportInput } from '#domain/reports/inputs.ts'
import type { OperationContext } from '../context.ts'
import { parse } from '../operation.ts'
import type { PageQuery } from '../paging.ts'
import { newestFirst } from '../paging.ts'
import { patientsVisibleTo } from '../patients/visiblePatient.ts'
import { exportPart, type Report, type ReportPart } from './part.ts'
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
  const report: Report<Row> = {
    resourceType: 'consent_request',
    order: newestFirst,
    where: (inside) => ({ ...patientsVisibleTo(inside.actor), createdAt: within(input, inside.timeZone) }),
    read,
    columns,
  }
  return exportPart(ctx, input, report, after)
}

async function read({ db }: OperationContext, query: PageQuery) {
  const rows = await db.patient.findMany({ ...query, select })
  const sent = await db.consentRequest.groupBy({
    by: ['patientId'],
    where: { patientId: { in: rows.map(({ id }) => id) } },
    _min: { sentAt: true },
  })
  const sentAt = new Map(sent.map(({ patientId, _min }) => [patientId, _min.sentAt]))
  return rows.map((row) => ({ ...row, sentAt: sentAt.get(row.id) ?? null }))
}
