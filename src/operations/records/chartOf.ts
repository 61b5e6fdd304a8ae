import type { RecordRelations } from '#domain/access/policy.ts'
import { recordsClosed } from '#domain/consent/authorization.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

/** The current facts about a patient that the record rules of the policy need. */
export const chartOf = ({ now }: Pick<RequestContext, 'now'>, patient: Patient): RecordRelations => ({
  createdById: patient.createdById,
  assignedAttorneyId: patient.assignedAttorneyId,
  recordsClosed: recordsClosed(patient, now()),
})
