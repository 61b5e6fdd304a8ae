import type { Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { OperationContext } from '../context.ts'

/** A file that users received from a patient's chart. */
type Received = { fileName: string; patient: Patient; recipients: readonly string[] }

/** Asks users who received a file to delete all copies. The alert names the patient only to the assigned attorney, who can see the patient. */
export async function alertRecipients(
  ctx: OperationContext,
  type: 'record_misfiled' | 'disclosed_by_mistake',
  { fileName, patient, recipients }: Received,
): Promise<void> {
  const isAssignee = (id: string) => id === patient.assignedAttorneyId
  await sendAlert(ctx, type, { fileName, patient, users: recipients.filter(isAssignee) })
  await sendAlert(ctx, type, { fileName, users: recipients.filter((id) => !isAssignee(id)) })
}
