import { ANSWER_DAYS, answerDue } from '#domain/accounting/accounting.ts'
import {
  answerAccountingRequestInput,
  extendAccountingRequestInput,
  recordAccountingRequestInput,
} from '#domain/accounting/inputs.ts'
import { clinicDay, dateOf, dayOf } from '#domain/dates.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { AccountingRequest } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'

const today = (ctx: OperationContext) => clinicDay(ctx.now(), ctx.timeZone)

/**
 * Records that a patient asked for the accounting. The clinic must answer within 60 days of receiving the request. Throws
 * `conflict` while another request of the patient is open.
 */
export const recordAccountingRequest = operation(
  recordAccountingRequestInput,
  async (ctx, { patientId, receivedOn }): Promise<AccountingRequest> => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'disclosure.record', patient, { resourceType: 'patient', resourceId: patientId })
    if (receivedOn > today(ctx)) throw invalid({ receivedOn: 'The date must not be in the future' })
    const open = await ctx.db.accountingRequest.count({ where: { patientId, answeredOn: null } })
    if (open > 0) throw new Failure('conflict', 'This patient already has an open request')
    const request = await ctx.db.accountingRequest.create({
      data: {
        patientId,
        receivedOn: dateOf(receivedOn),
        dueOn: dateOf(answerDue(receivedOn, false)),
        recordedById: ctx.actor.id,
        recordedAt: ctx.now(),
      },
    })
    await audit(ctx, { action: 'created', ...aboutRequest(request) })
    return request
  },
)

/**
 * Extends the time for an answer by 30 days, once, with the reason that the clinic gives the patient in writing. Throws
 * `conflict` for a second extension, for an answered request, and after the first 60 days.
 */
export const extendAccountingRequest = operation(
  extendAccountingRequestInput,
  async (ctx, { reason, ...which }): Promise<AccountingRequest> => {
    const found = await openRequestForUpdate(ctx, which)
    if (found.extendedOn) throw new Failure('conflict', 'The time for this request was already extended')
    if (dayOf(found.dueOn) < today(ctx))
      throw new Failure(
        'conflict',
        `The time can be extended only within the first ${ANSWER_DAYS.usual} days`,
      )
    const request = await ctx.db.accountingRequest.update({
      where: { id: found.id },
      data: {
        extendedOn: dateOf(today(ctx)),
        extensionReason: reason,
        dueOn: dateOf(answerDue(dayOf(found.receivedOn), true)),
        dueToldAt: null,
      },
    })
    await audit(ctx, { action: 'updated', ...aboutRequest(request), details: { fields: ['dueOn'] } })
    return request
  },
)

/** Records that a request was answered. Throws `conflict` if it was answered already. */
export const answerAccountingRequest = operation(
  answerAccountingRequestInput,
  async (ctx, { answeredOn, ...which }): Promise<AccountingRequest> => {
    const found = await openRequestForUpdate(ctx, which)
    if (answeredOn > today(ctx)) throw invalid({ answeredOn: 'The date must not be in the future' })
    if (answeredOn < dayOf(found.receivedOn))
      throw invalid({ answeredOn: 'The answer must not be before the request' })
    const request = await ctx.db.accountingRequest.update({
      where: { id: found.id },
      data: { answeredOn: dateOf(answeredOn), answeredById: ctx.actor.id },
    })
    await audit(ctx, { action: 'updated', ...aboutRequest(request), details: { fields: ['answeredOn'] } })
    return request
  },
)

async function openRequestForUpdate(
  ctx: OperationContext,
  { patientId, accountingRequestId }: { patientId: string; accountingRequestId: string },
): Promise<AccountingRequest> {
  const patient = await patientForUpdate(ctx, patientId)
  const what = { resourceType: 'accounting_request' as const, resourceId: accountingRequestId }
  authorize(ctx, 'disclosure.record', patient, what)
  const found = isUuid(accountingRequestId)
    ? await ctx.db.accountingRequest.findFirst({ where: { id: accountingRequestId, patientId } })
    : null
  if (!found) throw notFound('Request', accountingRequestId)
  if (found.answeredOn) throw new Failure('conflict', 'This request was already answered')
  return found
}

const aboutRequest = ({ id, patientId }: AccountingRequest) => ({
  resourceType: 'accounting_request' as const,
  resourceId: id,
  patientId,
})
