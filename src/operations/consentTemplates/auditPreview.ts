import { audit } from '../audit.ts'
import type { OperationContext } from '../context.ts'

/** A form with a patient's facts in it was shown. */
export const auditPreview = (ctx: OperationContext, { id }: { id: string }): Promise<void> =>
  audit(ctx, {
    action: 'viewed',
    resourceType: 'patient',
    resourceId: id,
    patientId: id,
    details: { as: 'consent form preview' },
  })
