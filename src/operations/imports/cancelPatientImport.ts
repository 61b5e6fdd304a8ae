import { Failure } from '#domain/errors.ts'
import { patientImportInput } from '#domain/imports/inputs.ts'
import { isOpen } from '#domain/imports/patientImport.ts'
import type { PatientImport } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { afterChange, inTransaction, unwrapped } from '../operation.ts'
import { noFile } from '../records/noFile.ts'
import { auditImported } from './finishImport.ts'
import { importForUpdate } from './importFile.ts'

/** Cancels an import in any state and deletes its file. Patients that it already created stay. */
export const cancelPatientImport = unwrapped(
  patientImportInput,
  async (ctx: OperationContext, { importId }): Promise<PatientImport> => {
    authorize(ctx, 'import.manage')
    const { over, storageKey } = await inTransaction(ctx, async (inside) => {
      const { state, storageKey, created } = await importForUpdate(inside, importId)
      if (!isOpen(state)) throw new Failure('conflict', 'This import has already ended')
      const over = await inside.db.patientImport.update({
        where: { id: importId },
        data: { state: 'cancelled', finishedAt: ctx.now(), ...noFile },
      })
      await audit(inside, {
        action: 'updated',
        resourceType: 'patient_import',
        resourceId: importId,
        details: { fields: ['state'], state: 'cancelled' },
      })
      if (state === 'importing' && created > 0) await auditImported(inside, over)
      return { over, storageKey }
    })
    if (storageKey) await afterChange(() => ctx.recordStore.remove(storageKey))
    return over
  },
)
