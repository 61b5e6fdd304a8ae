import { patientIdInput } from '#domain/patients/inputs.ts'
import type { Forwarding, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { newestFirst } from './listRecords.ts'

/** Returns the forwardings of a patient's records, newest first. */
export async function listForwardings(
  ctx: OperationContext,
  wanted: string,
  page: PageArgs,
  selection: { include?: Prisma.ForwardingInclude } = {},
): Promise<Page<Forwarding>> {
  const { patientId } = parse(patientIdInput, { patientId: wanted })
  return inTransaction(ctx, async (inside) => {
    const patient = await visiblePatient(inside, patientId)
    authorize(inside, 'forwarding.list', patient, { resourceType: 'patient', resourceId: patientId })
    const found = await readPage(page, newestFirst, (query) =>
      inside.db.forwarding.findMany({
        ...selection,
        ...query,
        where: { AND: [{ patientId }, query.where] },
      }),
    )
    await auditListed(inside, 'forwarding', {
      filters: [],
      count: found.rows.length,
      patientId,
      page: { args: page, found },
    })
    return found
  })
}
