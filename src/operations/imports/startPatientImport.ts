import { startPatientImportInput } from '#domain/imports/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'

/** Creates an import from a received table. It creates no patients. */
export const startPatientImport = operation(startPatientImportInput, async (ctx, { file }) => {
  authorize(ctx, 'import.manage')
  const { fileName, fileSize, sha256, encoding, delimiter, columns, rows, storageKey, wrappedKey, keyId } =
    file
  const begun = await ctx.db.patientImport.create({
    data: {
      ...{ fileName, fileSize, sha256, encoding, delimiter, columns, storageKey, keyId },
      wrappedKey: new Uint8Array(wrappedKey),
      rowsTotal: rows,
      requestedById: ctx.actor.id,
      apiKeyId: ctx.actor.key?.id ?? null,
      createdAt: ctx.now(),
    },
  })
  await audit(ctx, {
    action: 'created',
    resourceType: 'patient_import',
    resourceId: begun.id,
    details: { sha256, fileSize, rows },
  })
  return begun
})
