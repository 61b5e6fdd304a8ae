import { patientIdInput } from '#domain/patients/inputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import {
  newestFirst,
  type Page,
  type PageArgs,
  type PageQuery,
  readPage,
  type SortColumn,
} from '../paging.ts'
import { visiblePatient } from './visiblePatient.ts'

type Listing<Row> = {
  resourceType: string
  order?: readonly SortColumn[]
  /** What narrows the list, by name, for the trail. */
  filters?: string[]
  /** Throws for whoever may see the patient, and not this of them. */
  permit: (ctx: OperationContext, patient: Patient) => void
  read: (ctx: OperationContext, query: PageQuery) => Promise<Row[]>
}

/**
 * One page of what hangs on a patient, newest first unless ordered otherwise, recorded as one list. Throws `not_found`
 * for a patient who does not exist for the actor.
 */
export async function listOfPatient<Row>(
  ctx: OperationContext,
  wanted: string,
  page: PageArgs,
  { resourceType, order = newestFirst, filters = [], permit, read }: Listing<Row>,
): Promise<Page<Row>> {
  const { patientId } = parse(patientIdInput, { patientId: wanted })
  return inTransaction(ctx, async (inside) => {
    const patient = await visiblePatient(inside, patientId)
    permit(inside, patient)
    const found = await readPage(page, order, ({ where, ...query }) =>
      read(inside, { ...query, where: { AND: [{ patientId }, where] } }),
    )
    await auditListed(inside, resourceType, {
      filters,
      count: found.rows.length,
      patientId,
      page: { asked: filters, args: page, found },
    })
    return found
  })
}
