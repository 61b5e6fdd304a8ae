import { Failure } from '#domain/errors.ts'
import { patientImportInput } from '#domain/imports/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { enqueue } from '../enqueue.ts'
import { operation } from '../operation.ts'
import { begun, refuseClosed } from './checkPatientImport.ts'
import { choicesOf, importForUpdate } from './importFile.ts'

/**
 * Starts the creation of patients from a file that passed its trial. The job is queued in the same
 * transaction.
 */
export const runPatientImport = operation(patientImportInput, async (ctx, { importId }) => {
  authorize(ctx, 'import.manage')
  const one = await importForUpdate(ctx, importId)
  refuseClosed(one)
  if (one.state !== 'checked' || !choicesOf(one)) throw new Failure('conflict', 'Check the file first')
  if (one.created === 0) throw new Failure('conflict', 'No row in this file would add a new patient')
  const other = await ctx.db.patientImport.findFirst({ where: { state: 'importing' } })
  if (other) throw new Failure('conflict', 'Another import is running. Wait until it finishes.')
  await ctx.db.patientImportRow.deleteMany({ where: { importId } })
  const running = await ctx.db.patientImport.update({
    where: { id: importId },
    data: { ...begun(ctx.now()), state: 'importing' },
  })
  await enqueue(ctx, 'work_on_import', { importId }, { runAt: ctx.now(), key: `import:${importId}` })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient_import',
    resourceId: importId,
    details: { fields: ['state'], state: 'importing' },
  })
  return running
})
