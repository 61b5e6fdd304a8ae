import type { Disclosure, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/**
 * The filters for disclosures of records in the chart of the wrong patient: `here`, of records that have come to this patient's chart since, and
 * `away`, of those that have left it.
 */
export async function misfiledDisclosures(
  { db }: OperationContext,
  patientId: string,
): Promise<Record<'here' | 'away', Prisma.DisclosureWhereInput[]>> {
  const moves = await db.recordMove.findMany({
    where: { isSamePatient: false, OR: [{ fromPatientId: patientId }, { record: { patientId } }] },
    select: { recordId: true, fromPatientId: true, record: { select: { patientId: true } } },
  })
  const rows = moves.map(({ recordId, fromPatientId, record }) => ({
    disclosed: { recordId, patientId: fromPatientId },
    isHere: record.patientId === patientId,
  }))
  return {
    here: rows.flatMap(({ disclosed, isHere }) =>
      isHere && disclosed.patientId !== patientId ? [disclosed] : [],
    ),
    away: rows.flatMap(({ disclosed, isHere }) => (isHere ? [] : [disclosed])),
  }
}

/** The filter for the disclosures of a patient's data. */
export async function disclosuresOf(
  ctx: OperationContext,
  patientId: string,
): Promise<Prisma.DisclosureWhereInput> {
  const { here, away } = await misfiledDisclosures(ctx, patientId)
  const own = { patientId, ...(away.length > 0 && { NOT: { OR: away } }) }
  return here.length > 0 ? { OR: [own, ...here] } : own
}

/**
 * A disclosure as the patient's accounting has it. Nothing permitted one from the chart of another patient: the link and the form
 * were that patient's.
 */
export const asAccounted = <Row extends Disclosure>(patientId: string, row: Row): Row =>
  row.patientId === patientId
    ? row
    : {
        ...row,
        ...{ basis: 'mistake', basisReference: null, purpose: null },
        ...{ forwardingId: null, consentRequestId: null, consentSignedAt: null },
      }
