import type { PatientImport } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { knownImport } from './importFile.ts'

/** How many are still told of. */
const SHOWN = 10

/** The last imports of patients, newest first. They say nothing of any patient. */
export async function listPatientImports(ctx: OperationContext): Promise<PatientImport[]> {
  authorize(ctx, 'import.manage')
  return ctx.db.patientImport.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: SHOWN })
}

/** How one import stands; throws `not_found`. */
export async function readPatientImport(ctx: OperationContext, importId: string): Promise<PatientImport> {
  authorize(ctx, 'import.manage')
  return knownImport(ctx, importId)
}
