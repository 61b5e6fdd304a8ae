import type { OperationContext } from '../context.ts'

/**
 * Returns the row of the clinic's settings, locked until the transaction ends, so that of two concurrent edits the second
 * waits. Neither loses fields or audits a wrong old value.
 */
export async function lockClinicSettings({ db }: OperationContext) {
  await db.$executeRaw`INSERT INTO clinic_settings (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 1`
  return db.clinicSettings.findUniqueOrThrow({ where: { id: 1 } })
}
