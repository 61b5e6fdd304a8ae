import { can } from '#domain/access/policy.ts'
import { closedRecords } from '#domain/consent/authorization.ts'
import { Failure, type FailureSubject, forbidden } from '#domain/errors.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { chartOf } from './chartOf.ts'

/** Throws unless the actor may see a patient's records now. An attorney's error says if the consent is the reason. */
export function permitView(ctx: OperationContext, patient: Patient, subject: FailureSubject): void {
  const chart = chartOf(ctx, patient)
  if (can(ctx.actor, 'record.view', chart)) return
  const { recordsClosed } = chart
  const isConsent = recordsClosed && can(ctx.actor, 'record.view', { ...chart, recordsClosed: null })
  throw isConsent ? new Failure('forbidden', closedRecords[recordsClosed], { subject }) : forbidden(subject)
}
