import { audit } from '../audit.ts'
import type { OperationContext } from '../context.ts'

/** Audits that a form with a patient's data was shown. */
export const auditPreview = (ctx: OperationContext, { id }: { id: string }): Promise<void> =>
  audit(ctx, {
    action: 'viewed',
    resourceType: 'patient',
    resourceId: id,
    patientId: id,
    details: { as: 'consent form preview' },
  })
