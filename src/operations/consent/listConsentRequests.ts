import type { ConsentRequest, Prisma } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import type { Page, PageArgs } from '../paging.ts'
import { listOfPatient } from '../patients/listOfPatient.ts'

/** The relations of a request to load. The schema derives them from the selected fields. */
type ConsentRequestSelection = { include?: Prisma.ConsentRequestInclude }

/** Returns the page of a patient's consent requests and their outcomes, newest first. */
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
