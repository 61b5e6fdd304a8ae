import type { AuditResource } from '#domain/audit/descriptions.ts'
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
  resourceType: AuditResource
  order?: readonly SortColumn[]
  /** The names of the filters, for the audit log. */
  filters?: string[]
  /** Throws if the actor may see the patient but not this list. */
  permit: (ctx: OperationContext, patient: Patient) => void
  read: (ctx: OperationContext, query: PageQuery, patient: Patient) => Promise<Row[]>
}

/**
 * Returns a page of items of one patient, newest first by default, and audits it as one list. Throws
 * `not_found` for a patient who is not visible to the actor.
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
      read(inside, { ...query, where: { AND: [{ patientId }, where] } }, patient),
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
