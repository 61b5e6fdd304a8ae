import type { PatientImport } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { importsVisibleTo, visibleImport } from './importFile.ts'

/** How many imports are listed. */
const SHOWN = 10

/** Returns the latest imports that are visible to the actor, newest first. They contain no patient data. */
export async function listPatientImports(ctx: OperationContext): Promise<PatientImport[]> {
  authorize(ctx, 'import.manage')
  return ctx.db.patientImport.findMany({
    where: importsVisibleTo(ctx),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: SHOWN,
  })
}

/** Returns one import that is visible to the actor or throws `not_found`. */
export async function readPatientImport(ctx: OperationContext, importId: string): Promise<PatientImport> {
  authorize(ctx, 'import.manage')
  return visibleImport(ctx, importId)
}
