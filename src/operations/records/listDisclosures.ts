import { patientIdInput } from '#domain/patients/inputs.ts'
import type { Disclosure, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { accountedDisclosures } from './accountedDisclosures.ts'
import { newestFirst } from './listRecords.ts'
import { disclosuresOf } from './misfiledDisclosures.ts'

/** Returns the accounting of disclosures of a patient, newest first. */
export async function listDisclosures(
  ctx: OperationContext,
  wanted: string,
  page: PageArgs,
  selection: { include?: Prisma.DisclosureInclude } = {},
): Promise<Page<Disclosure>> {
  const { patientId } = parse(patientIdInput, { patientId: wanted })
  return inTransaction(ctx, async (inside) => {
    const patient = await visiblePatient(inside, patientId)
    authorize(inside, 'disclosure.list', patient, { resourceType: 'patient', resourceId: patientId })
    const own = await disclosuresOf(inside, patientId)
    const found = await readPage(page, newestFirst, (query) =>
      inside.db.disclosure.findMany({ ...selection, ...query, where: { AND: [own, query.where] } }),
    )
    await auditListed(inside, 'disclosure', {
      filters: [],
      count: found.rows.length,
      patientId,
      page: { args: page, found },
    })
    const nodes = found.rows.map(({ node }) => node)
    const accounted = await accountedDisclosures(inside, patientId, nodes)
    return {
      ...found,
      rows: found.rows.map(({ cursor }, index) => ({ node: accounted[index] as Disclosure, cursor })),
    }
  })
}
