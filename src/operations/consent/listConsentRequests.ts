import type { ConsentRequest, Prisma } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import type { Page, PageArgs } from '../paging.ts'
import { listOfPatient } from '../patients/listOfPatient.ts'

/** What of a request a caller wants loaded along; made by the schema from the selected fields. */
type ConsentRequestSelection = { include?: Prisma.ConsentRequestInclude }

/** How often and how a patient was asked to sign, and what came of it, newest first. */
export const listConsentRequests = (
  ctx: OperationContext,
  patientId: string,
  page: PageArgs,
  selection: ConsentRequestSelection = {},
): Promise<Page<ConsentRequest>> =>
  listOfPatient(ctx, patientId, page, {
    resourceType: 'consent_request',
    permit: (inside, patient) =>
      authorize(inside, 'consent.view', patient, { resourceType: 'patient', resourceId: patientId }),
    read: ({ db }, query) => db.consentRequest.findMany({ ...selection, ...query }),
  })
