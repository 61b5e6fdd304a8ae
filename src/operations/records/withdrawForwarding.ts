import { Failure } from '#domain/errors.ts'
import { forwardingStateLabels } from '#domain/records/forwarding.ts'
import { forwardingIdInput } from '#domain/records/forwardingInputs.ts'
import type { Forwarding } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { stateOf, visibleForwarding } from './visibleForwarding.ts'

/** Withdraws a link to forwarded records. Earlier downloads stay with the recipient and in the accounting. */
export const withdrawForwarding = operation(forwardingIdInput, async (ctx, which): Promise<Forwarding> => {
  const { patientId, forwardingId: id } = which
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'forwarding.withdraw', patient, { resourceType: 'forwarding', resourceId: id })
  const state = stateOf(ctx, await visibleForwarding(ctx, which))
  if (state !== 'open')
    throw new Failure('conflict', `This link no longer works: ${forwardingStateLabels[state]}`)
  const withdrawn = await ctx.db.forwarding.update({
    where: { id },
    data: { endedAt: ctx.now(), endedById: ctx.actor.id, endedFor: 'withdrawn' },
  })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'forwarding',
    resourceId: id,
    patientId,
    details: { fields: ['endedAt'], endedFor: 'withdrawn' },
  })
  return withdrawn
})
