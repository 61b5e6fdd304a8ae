import { Failure } from '#domain/errors.ts'
import { mappingProblem } from '#domain/imports/importColumns.ts'
import { checkPatientImportInput, type ImportChoices } from '#domain/imports/inputs.ts'
import { isOpen, isWorkedOn } from '#domain/imports/patientImport.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { enqueue } from '../enqueue.ts'
import { invalid, operation } from '../operation.ts'
import { assignable } from '../users/assignableUsers.ts'
import { importForUpdate } from './importFile.ts'

/** Saves the column mapping and starts a trial run, which creates no patients. It can be repeated. */
export const checkPatientImport = operation(
  checkPatientImportInput,
  async (ctx, { importId, ...choices }) => {
    authorize(ctx, 'import.manage')
    const one = await importForUpdate(ctx, importId)
    refuseClosed(one)
    const problem = mappingProblem(choices.mapping, one.columns.length)
    if (problem) throw invalid({ mapping: problem })
    const identifierSystem = systemOf(choices, one.columns)
    const assignedAttorney = choices.assignedAttorney ? await assignable(ctx, choices.assignedAttorney) : null
    const checked = await ctx.db.patientImport.update({
      where: { id: importId },
      data: {
        ...begun(ctx.now()),
        state: 'checking',
        choices: { ...choices, assignedAttorney, identifierSystem },
      },
    })
    await enqueue(ctx, 'work_on_import', { importId }, { runAt: ctx.now(), key: `import:${importId}` })
    await audit(ctx, {
      action: 'updated',
      resourceType: 'patient_import',
      resourceId: importId,
      details: { fields: ['choices', 'state'], state: 'checking' },
    })
    return checked
  },
)

/** The system of the identifiers in the file: as chosen, or the name of their column; `null` if the file has none. */
function systemOf({ mapping, identifierSystem }: ImportChoices, columns: readonly string[]): string | null {
  const mapped = mapping.find(({ field }) => field === 'identifier')
  return mapped ? (identifierSystem ?? columns[mapped.column] ?? null) : null
}

/** Throws `conflict` if an import is finished or running. */
export function refuseClosed({ state }: { state: Parameters<typeof isOpen>[0] }): void {
  if (isWorkedOn(state)) throw new Failure('conflict', 'This import is already being processed')
  if (!isOpen(state)) throw new Failure('conflict', 'This import has ended. Upload the file again.')
}

/** The initial state of a run. */
export const begun = (startedAt: Date) => ({
  ...{ run: null, seenAt: null, error: null, startedAt, finishedAt: null },
  ...{ rowsDone: 0, created: 0, duplicates: 0, refused: 0, possibleDuplicates: 0 },
})
