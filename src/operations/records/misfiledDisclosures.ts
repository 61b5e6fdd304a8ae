import type { Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/** Disclosures of records that were in the chart of the wrong patient. */
type Misfiled = {
  /** The filters for disclosures of records that have come to this chart since. */
  here: { recordId: string; patientId: string }[]
  /** The IDs of the records that have left this chart. */
  away: string[]
}

/** Reads the moves that concern the accounting of a patient. Those between two charts of one patient do not. */
export async function misfiledDisclosures({ db }: OperationContext, patientId: string): Promise<Misfiled> {
  const moves = await db.recordMove.findMany({
    where: { isSamePatient: false, OR: [{ fromPatientId: patientId }, { record: { patientId } }] },
    select: { recordId: true, fromPatientId: true, record: { select: { patientId: true } } },
  })
  const isHere = (move: (typeof moves)[number]) => move.record.patientId === patientId
  return {
    here: moves
      .filter((move) => isHere(move) && move.fromPatientId !== patientId)
      .map(({ recordId, fromPatientId }) => ({ recordId, patientId: fromPatientId })),
    away: moves.filter((move) => !isHere(move)).map(({ recordId }) => recordId),
  }
}

/** The filter for the disclosures of a patient's data. */
export async function disclosuresOf(
  ctx: OperationContext,
  patientId: string,
): Promise<Prisma.DisclosureWhereInput> {
  const { here, away } = await misfiledDisclosures(ctx, patientId)
  // An opened link has no record, and NULL is not "not in" anything.
  const own = { patientId, OR: [{ recordId: null }, { recordId: { notIn: away } }] }
  return { OR: [own, ...here] }
}
