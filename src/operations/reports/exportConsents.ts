import { type ReportInput, reportInput } from '#domain/reports/inputs.ts'
import type { OperationContext } from '../context.ts'
import { parse } from '../operation.ts'
import { newestFirst, type PageQuery } from '../paging.ts'
import { patientsVisibleTo } from '../patients/visiblePatient.ts'
import { exportPart, type PartArgs, type ReportPart } from './part.ts'
import { emailCell, instantCell, within } from './span.ts'

const from = `patients row ON row.id = wanted.id LEFT JOIN LATERAL (
  SELECT min(sent_at) AS at FROM consent_requests WHERE patient_id = row.id
) sent ON true`

const columns = {
  firstName: 'row.first_name',
  lastName: 'row.last_name',
  email: emailCell('row.email'),
  status: 'row.status',
  addedAt: instantCell('row.created_at'),
  firstSentAt: instantCell('sent.at'),
  signedAt: instantCell('row.consent_signed_at'),
  // Whole days of 24 hours.
  daysToSign:
    'CASE WHEN sent.at > row.consent_signed_at THEN 0 ELSE floor(extract(epoch FROM row.consent_signed_at - sent.at) / 86400)::int END',
  isRecordedByHand: 'row.consent_is_manual',
  revokedAt: instantCell('row.consent_revoked_at'),
  patientId: 'row.id',
}

/** A part of the export of consent progress, for patients visible to the actor who were added in these days. */
export function exportConsents(
  ctx: OperationContext,
  raw: ReportInput,
  part: PartArgs = {},
): Promise<ReportPart> {
  const input = parse(reportInput, raw)
  const find = (inside: OperationContext, { where, ...query }: PageQuery) => {
    const requested = { ...patientsVisibleTo(inside), createdAt: within(input, inside.timeZone) }
    return inside.db.patient.findMany({
      ...query,
      where: { AND: [requested, where] },
      select: { id: true, createdAt: true },
    })
  }
  const report = { resourceType: 'consent_request' as const, order: newestFirst, find, columns, from }
  return exportPart(ctx, input, { ...report, patientOf: ({ id }) => id, whole: 'all' }, part)
}
