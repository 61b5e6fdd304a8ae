import { addDays, clinicDay, type Day, dateOf, dayOf } from '#domain/dates.ts'
import { Failure, type FieldMessages, notFound } from '#domain/errors.ts'
import {
  answerPatientRequestInput,
  extendPatientRequestInput,
  recordPatientRequestInput,
} from '#domain/patientRequests/inputs.ts'
import {
  answerDays,
  canBeDenied,
  latestAnswer,
  type PatientRequestKind,
  type RequestOutcome,
} from '#domain/patientRequests/patientRequest.ts'
import { isUuid } from '#domain/text.ts'
import type { PatientRequest } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'

const today = (ctx: OperationContext) => clinicDay(ctx.now(), ctx.timeZone)

/**
 * Records that a patient asked for copies of records, for a correction, or for the accounting of disclosures. The clinic must
 * answer within 30 or 60 days, or sooner where state law says so (`dueOn`). Throws `conflict` while another request for the
 * accounting is open.
 */
export const recordPatientRequest = operation(
  recordPatientRequestInput,
  async (ctx, { patientId, kind, details = null, receivedOn, dueOn }): Promise<PatientRequest> => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'disclosure.record', patient, { resourceType: 'patient', resourceId: patientId })
    const due = dueOn ?? latestAnswer(kind, receivedOn)
    const problems = {
      ...problemsOfDetails(kind, details),
      ...problemsOfDays(kind, { receivedOn, dueOn: due }, today(ctx)),
    }
    if (Object.keys(problems).length > 0) throw invalid(problems)
    if (kind === 'accounting') await refuseSecondAccounting(ctx, patientId)
    const request = await ctx.db.patientRequest.create({
      data: {
        ...{ patientId, kind, details },
        receivedOn: dateOf(receivedOn),
        dueOn: dateOf(due),
        recordedById: ctx.actor.id,
        recordedAt: ctx.now(),
      },
    })
    await audit(ctx, { action: 'created', ...aboutRequest(request) })
    return request
  },
)

const problemsOfDetails = (kind: PatientRequestKind, details: string | null): FieldMessages => {
  if (kind === 'accounting')
    return details === null ? {} : { details: 'A request for the accounting has no details' }
  return details === null ? { details: 'Enter what the patient asks for' } : {}
}

function problemsOfDays(
  kind: PatientRequestKind,
  { receivedOn, dueOn }: { receivedOn: Day; dueOn: Day },
  today: Day,
): FieldMessages {
  if (receivedOn > today) return { receivedOn: 'The date must not be in the future' }
  if (dueOn < receivedOn) return { dueOn: 'The answer cannot be due before the request' }
  if (dueOn > latestAnswer(kind, receivedOn))
    return { dueOn: `Answer within ${answerDays[kind].usual} days of the request, or sooner` }
  return {}
}

async function refuseSecondAccounting({ db }: OperationContext, patientId: string): Promise<void> {
  const open = await db.patientRequest.count({ where: { patientId, kind: 'accounting', answeredOn: null } })
  if (open > 0) throw new Failure('conflict', 'This patient already has an open request for the accounting')
}

/**
 * Extends the time for an answer by 30 days, once, with the reason that the clinic gives the patient in writing. Throws
 * `conflict` for a second extension, for an answered request, and for an overdue one.
 */
export const extendPatientRequest = operation(
  extendPatientRequestInput,
  async (ctx, { reason, ...which }): Promise<PatientRequest> => {
    const found = await openRequestForUpdate(ctx, which)
    if (found.extendedOn) throw new Failure('conflict', 'The time for this request was already extended')
    const due = dayOf(found.dueOn)
    if (due < today(ctx))
      throw new Failure('conflict', 'The time can be extended only until the day on which the answer is due')
    const request = await ctx.db.patientRequest.update({
      where: { id: found.id },
      data: {
        extendedOn: dateOf(today(ctx)),
        extensionReason: reason,
        dueOn: dateOf(addDays(due, answerDays[found.kind].extension)),
        dueToldAt: null,
      },
    })
    await audit(ctx, { action: 'updated', ...aboutRequest(request), details: { fields: ['dueOn'] } })
    return request
  },
)

/**
 * Records how a request was answered; without an outcome, it was granted. Throws `conflict` if it was answered already, and
 * `invalid` for a denial without a reason and for a denied accounting.
 */
export const answerPatientRequest = operation(
  answerPatientRequestInput,
  async (ctx, { answeredOn, outcome, denialReason = null, ...which }): Promise<PatientRequest> => {
    const found = await openRequestForUpdate(ctx, which)
    const problems = {
      ...problemsOfAnswerDay(answeredOn, dayOf(found.receivedOn), today(ctx)),
      ...problemsOfOutcome(found.kind, outcome, denialReason),
    }
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const request = await ctx.db.patientRequest.update({
      where: { id: found.id },
      data: { answeredOn: dateOf(answeredOn), answeredById: ctx.actor.id, outcome, denialReason },
    })
    await audit(ctx, {
      action: 'updated',
      ...aboutRequest(request),
      details: { fields: ['answeredOn', 'outcome', ...(denialReason ? ['denialReason'] : [])] },
    })
    return request
  },
)

const problemsOfAnswerDay = (answeredOn: Day, receivedOn: Day, today: Day): FieldMessages => {
  if (answeredOn > today) return { answeredOn: 'The date must not be in the future' }
  return answeredOn < receivedOn ? { answeredOn: 'The answer must not be before the request' } : {}
}

function problemsOfOutcome(
  kind: PatientRequestKind,
  outcome: RequestOutcome,
  denialReason: string | null,
): FieldMessages {
  if (outcome === 'granted')
    return denialReason === null ? {} : { denialReason: 'Leave this empty if nothing was denied' }
  if (!canBeDenied(kind)) return { outcome: 'The accounting of disclosures cannot be denied' }
  return denialReason === null ? { denialReason: 'Enter the reason for the denial' } : {}
}

async function openRequestForUpdate(
  ctx: OperationContext,
  { patientId, patientRequestId }: { patientId: string; patientRequestId: string },
): Promise<PatientRequest> {
  const patient = await patientForUpdate(ctx, patientId)
  const what = { resourceType: 'patient_request' as const, resourceId: patientRequestId }
  authorize(ctx, 'disclosure.record', patient, what)
  const found = isUuid(patientRequestId)
    ? await ctx.db.patientRequest.findFirst({ where: { id: patientRequestId, patientId } })
    : null
  if (!found) throw notFound('Request', patientRequestId)
  if (found.answeredOn) throw new Failure('conflict', 'This request was already answered')
  return found
}

const aboutRequest = ({ id, patientId }: PatientRequest) => ({
  resourceType: 'patient_request' as const,
  resourceId: id,
  patientId,
})
