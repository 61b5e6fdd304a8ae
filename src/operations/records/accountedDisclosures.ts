import type { Disclosure } from '#infra/prisma/client.ts'
import { readAuthorizationPeriods } from '../accounting/authorizationPeriods.ts'
import { isPermitted } from '../accounting/isPermitted.ts'
import type { OperationContext } from '../context.ts'

const byMistake = {
  basis: 'mistake',
  basisReference: null,
  consentRequestId: null,
  consentSignedAt: null,
} as const

/**
 * Disclosures as the patient's accounting has them. One from the chart of another patient is a mistake, because the link and the form
 * were that patient's. So is one of a record whose corrected category or service date shows that the form did not cover it.
 */
export async function accountedDisclosures<Row extends Disclosure>(
  ctx: OperationContext,
  patientId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const mistaken = await mistakenDisclosures(ctx, patientId, rows)
  return rows.map((row) => {
    if (row.patientId !== patientId) return { ...row, ...byMistake, purpose: null, forwardingId: null }
    return mistaken.has(row.id) ? { ...row, ...byMistake } : row
  })
}

/** The IDs of those disclosures from a patient's chart that nothing permitted, by the current facts about the records. */
export async function mistakenDisclosures(
  ctx: OperationContext,
  patientId: string,
  rows: readonly Disclosure[],
): Promise<Set<string>> {
  const own = rows.filter((row) => row.patientId === patientId && row.recordId !== null)
  if (own.length === 0) return new Set()
  const records = await ctx.db.patientRecord.findMany({
    where: { id: { in: [...new Set(own.flatMap(({ recordId }) => recordId ?? []))] } },
    select: { id: true, category: true, serviceDate: true },
  })
  const factsOf = new Map(records.map((record) => [record.id, record]))
  const periods = await readAuthorizationPeriods(ctx, patientId)
  const isMistake = (row: Disclosure) => {
    const facts = factsOf.get(row.recordId ?? '')
    return facts !== undefined && !isPermitted(periods, row, row.createdAt, facts)
  }
  return new Set(own.filter(isMistake).map(({ id }) => id))
}
