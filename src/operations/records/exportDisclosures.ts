import { patientIdInput } from '#domain/patients/inputs.ts'
import { disclosureKindLabels } from '#domain/records/forwarding.ts'
import { auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { type ReportPart, readPart, type Table } from '../reports/part.ts'
import { userNames } from '../users/findUsers.ts'
import { accountedDisclosures } from './accountedDisclosures.ts'
import { newestFirst } from './listRecords.ts'
import { disclosuresOf } from './misfiledDisclosures.ts'

type Row = Awaited<ReturnType<typeof read>>[number]

const columns: Table<Row>['columns'] = {
  when: ({ createdAt }) => createdAt.toISOString(),
  what: ({ kind }) => disclosureKindLabels[kind],
  record: ({ fileName }) => fileName,
  recipient: ({ recipient }) => recipient,
  purpose: ({ purpose }) => purpose,
  consentSignedAt: ({ consentSignedAt }) => consentSignedAt?.toISOString() ?? null,
  by: ({ disclosedBy }) => disclosedBy,
  sha256: ({ sha256 }) => sha256,
  forwarding: ({ forwardingId }) => forwardingId,
  id: ({ id }) => id,
}

/** A part of a patient's accounting of disclosures for export. The export is recorded. */
export function exportDisclosures(
  ctx: OperationContext,
  wanted: string,
  after?: string | null,
): Promise<ReportPart> {
  const { patientId } = parse(patientIdInput, { patientId: wanted })
  return inTransaction(ctx, async (inside) => {
    const patient = await visiblePatient(inside, patientId)
    authorize(inside, 'disclosure.list', patient, { resourceType: 'patient', resourceId: patientId })
    const fetch = (query: object & { where: object }) => read(inside, patientId, query)
    const { found, ...part } = await readPart({ order: newestFirst, columns, fetch }, { after })
    await auditExported(inside, 'disclosure', { filters: [], patientId, page: { args: { after }, found } })
    return part
  })
}

async function read(ctx: OperationContext, patientId: string, query: { where: object }) {
  const own = await disclosuresOf(ctx, patientId)
  const rows = await ctx.db.disclosure.findMany({ ...query, where: { AND: [own, query.where] } })
  const nameOf = await userNames(
    ctx,
    rows.flatMap(({ recipientId, disclosedById }) => [recipientId, disclosedById]),
  )
  return (await accountedDisclosures(ctx, patientId, rows)).map((row) => ({
    ...row,
    recipient: nameOf(row.recipientId),
    disclosedBy: nameOf(row.disclosedById),
  }))
}
