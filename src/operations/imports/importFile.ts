import { notFound } from '#domain/errors.ts'
import type { MappedColumn } from '#domain/imports/importColumns.ts'
import type { ImportChoices } from '#domain/imports/inputs.ts'
import type { TableFormat } from '#domain/imports/receivedTable.ts'
import { isUuid } from '#domain/text.ts'
import type { TableRow } from '#infra/csv/csvReader.ts'
import type { PatientImport, Prisma } from '#infra/prisma/client.ts'
import type { StoredFile } from '#infra/records/recordStore.ts'
import type { OperationContext, RequestContext } from '../context.ts'

type Keys = Pick<PatientImport, 'id' | 'storageKey' | 'wrappedKey' | 'keyId' | 'fileSize'>

/** The stored file of an import; throws `not_found` once it is deleted. */
export function importFile({ id, storageKey, wrappedKey, keyId, fileSize }: Keys): StoredFile {
  if (!storageKey || !wrappedKey || !keyId) throw notFound('File', id)
  return { storageKey, wrappedKey, keyId, fileSize }
}

export const formatOf = ({ encoding, delimiter }: PatientImport): TableFormat =>
  ({ encoding, delimiter }) as TableFormat

/** Yields the rows of an import's file without the header. */
export async function* importRows(
  { recordStore, csv }: Pick<RequestContext, 'recordStore' | 'csv'>,
  one: PatientImport,
): AsyncGenerator<TableRow> {
  let isHeader = true
  for await (const row of csv.rows(recordStore.read(importFile(one)), formatOf(one))) {
    if (!isHeader) yield row
    isHeader = false
  }
}

/** The choices made for an import; `null` before any were made. */
export const choicesOf = ({ choices }: Pick<PatientImport, 'choices'>): ImportChoices | null =>
  choices as ImportChoices | null

export const mappingOf = (one: Pick<PatientImport, 'choices'>): MappedColumn[] =>
  choicesOf(one)?.mapping ?? []

/** The filter for imports that are visible to the actor: all for an administrator, or else those they started. */
export const importsVisibleTo = ({ actor }: OperationContext): Prisma.PatientImportWhereInput =>
  actor.role === 'admin' ? {} : { requestedById: actor.id }

/** Returns an import that is visible to the actor or throws `not_found`. */
export async function visibleImport(ctx: OperationContext, importId: string): Promise<PatientImport> {
  const found = isUuid(importId)
    ? await ctx.db.patientImport.findFirst({ where: { AND: [{ id: importId }, importsVisibleTo(ctx)] } })
    : null
  if (!found) throw notFound('Patient import', importId)
  return found
}

/**
 * Like `visibleImport`, and locks the row until the transaction ends. The second of two concurrent changes sees
 * the first.
 */
export async function importForUpdate(ctx: OperationContext, importId: string): Promise<PatientImport> {
  const { id } = await visibleImport(ctx, importId)
  await ctx.db.$queryRaw`SELECT 1 FROM patient_imports WHERE id = ${id}::uuid FOR UPDATE`
  return visibleImport(ctx, id)
}
