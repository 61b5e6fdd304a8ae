import { forwardedPath } from '#domain/access/screens.ts'
import { Failure } from '#domain/errors.ts'
import { forwardingIdInput } from '#domain/records/forwardingInputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { forwardingSecret } from '../consent/derivedSecrets.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { stateOf, visibleForwarding } from './visibleForwarding.ts'

export type ForwardingLink = { path: string; email: string; expiresAt: Date }

/** Returns the link to forwarded records, for the clinic to share when no e-mail is sent. Each view is recorded. */
export const showForwardingLink = operation(
  forwardingIdInput,
  async (ctx, which): Promise<ForwardingLink> => {
    const { patientId, forwardingId } = which
    const patient = await visiblePatient(ctx, patientId)
    authorize(ctx, 'forwarding.seeLink', patient, { resourceType: 'forwarding', resourceId: forwardingId })
    const forwarding = await visibleForwarding(ctx, which)
    const secret = forwardingSecret(ctx, forwardingId, forwarding.linkHash)
    // Without the server's secret that made it, an existing link still works, but it cannot be shown again.
    if (!secret || stateOf(ctx, forwarding) !== 'open')
      throw new Failure('conflict', 'There is no open link to show')
    await audit(ctx, { action: 'viewed', resourceType: 'forwarding', resourceId: forwardingId, patientId })
    return { path: forwardedPath(secret), email: forwarding.recipient.email, expiresAt: forwarding.expiresAt }
  },
)
