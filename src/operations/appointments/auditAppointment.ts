import type { Appointment } from '#infra/prisma/client.ts'
import { type AuditEntry, audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'

/** Audits an action on an appointment together with its patient. */
export const auditAppointment = (
  ctx: RequestContext,
  action: AuditEntry['action'],
  { id, patientId }: Appointment,
  details: NonNullable<AuditEntry['details']> = {},
): Promise<void> =>
  audit(ctx, {
    action,
    resourceType: 'appointment',
    resourceId: id,
    patientId,
    ...(Object.keys(details).length > 0 && { details }),
  })
