import { patientIdInput } from '#domain/patients/inputs.ts'
import type { ConsentRequest, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'

/** What of a request a caller wants loaded along; made by the schema from the selected fields. */
type ConsentRequestSelection = { include?: Prisma.ConsentRequestInclude }

/** How often and how a patient was asked to sign, and what came of it, newest first. */
export async function listConsentRequests(
  ctx: OperationContext,
  wanted: string,
  page: PageArgs,
  selection: ConsentRequestSelection = {},
): Promise<Page<ConsentRequest>> {
  const { patientId } = parse(patientIdInput, { patientId: wanted })
  return inTransaction(ctx, async (inside) => {
    const patient = await visiblePatient(inside, patientId)
    authorize(inside, 'consent.view', patient, { resourceType: 'patient', resourceId: patientId })
    const found = await readPage(
      page,
      [
        { field: 'createdAt', direction: 'desc', kind: 'instant' },
        { field: 'id', direction: 'desc', kind: 'key' },
      ],
      (query) =>
        inside.db.consentRequest.findMany({
          ...selection,
          ...query,
          where: { AND: [{ patientId }, query.where] },
        }),
    )
    await auditListed(inside, 'consent_request', { filters: [], count: found.rows.length, patientId })
    return found
  })
}
