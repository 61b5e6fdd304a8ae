import { createHash } from 'node:crypto'
import { Failure } from '#domain/errors.ts'
import {
  type ManifestColumns,
  type ManifestRow,
  manifestColumns,
  manifestRow,
} from '#domain/records/manifest.ts'
import type { TableRow } from '#infra/csv/csvReader.ts'
import type { FolderFile, RecordFolder } from '#infra/records/recordFolder.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { planIdentifier } from '../identifiers.ts'
import { inTransaction, parse } from '../operation.ts'
import { examineFile } from './examineFile.ts'
import { findReferencedPatient } from './findReferencedPatient.ts'
import { discardFile, receiveFile } from './receiveFile.ts'
import { putOnFile, recordInput } from './uploadRecord.ts'

/** The result for a line of the manifest, or the expected one in a dry run. */
export type ImportedFile = {
  line: number
  file: string
  outcome: 'imported' | 'would_import' | 'duplicate' | 'refused'
  patientId: string | null
  recordId: string | null
  message: string
}

export type RecordImport = { imported: number; duplicates: number; refused: number }

type ImportOptions = {
  folder: RecordFolder
  manifest: { content: () => AsyncIterable<Buffer> }
  /** Whether to check everything without storing anything. */
  isTrial: boolean
  onFile: (done: ImportedFile) => void
}

/**
 * Imports the files of a folder for the patients named in a manifest, each like an upload by the actor. Files that the
 * patient already has are skipped, so it can be run again. Throws `invalid` for a manifest that cannot be read.
 */
export async function importRecords(
  ctx: OperationContext,
  { folder, manifest, isTrial, onFile }: ImportOptions,
): Promise<RecordImport> {
  authorize(ctx, 'import.manage')
  const sum: RecordImport = { imported: 0, duplicates: 0, refused: 0 }
  const readers = new Map<string, number>()
  const planned = isTrial ? { files: new Set<string>(), identifiers: new Set<string>() } : null
  for await (const { line, row } of rowsOf(ctx, manifest.content)) {
    const done = { ...nothing, line, file: row.file, ...(await importOne(ctx, folder, row, planned)) }
    if (done.outcome === 'duplicate') sum.duplicates += 1
    else if (done.outcome === 'refused') sum.refused += 1
    else sum.imported += 1
    if (done.reader) readers.set(done.reader, (readers.get(done.reader) ?? 0) + 1)
    onFile(reportLine(done))
  }
  if (!isTrial) await inTransaction(ctx, (inside) => tell(inside, sum, readers))
  return sum
}

/** What the rows so far would add in a dry run: the files of patients, and the identifiers of records. */
type Planned = { files: Set<string>; identifiers: Set<string> }

/** `reader`: the assignee, who is alerted, if the record is open to them. */
type Done = Omit<ImportedFile, 'line' | 'file'> & { reader: string | null }

const nothing = { patientId: null, recordId: null, reader: null }

const reportLine = ({
  line,
  file,
  outcome,
  patientId,
  recordId,
  message,
}: Done & ImportedFile): ImportedFile => ({
  ...{ line, file, outcome, patientId, recordId, message },
})

async function* rowsOf(
  { csv }: OperationContext,
  content: () => AsyncIterable<Buffer>,
): AsyncGenerator<{ line: number; row: ManifestRow }> {
  const sniffer = csv.sniffer()
  for await (const _ of sniffer.watched(content())) {
    // read to the end
  }
  const encoding = sniffer.encoding()
  const { delimiter, columns } = await csv.survey(content, encoding)
  const found = manifestColumns(columns)
  if (typeof found === 'string') throw new Failure('invalid', found)
  yield* below(csv.rows(content(), { encoding, delimiter }), found)
}

async function* below(rows: AsyncIterable<TableRow>, columns: ManifestColumns) {
  let isHeader = true
  for await (const { line, cells } of rows) {
    if (!isHeader) yield { line, row: manifestRow(cells, columns) }
    isHeader = false
  }
}

async function importOne(
  ctx: OperationContext,
  folder: RecordFolder,
  row: ManifestRow,
  planned: Planned | null,
): Promise<Partial<Done> & Pick<Done, 'outcome' | 'message'>> {
  let patientId: string | null = null
  let file: FolderFile | undefined
  try {
    const patient = await findReferencedPatient(ctx, row.meant)
    patientId = patient.id
    file = await folder.open(row.file)
    const sha256 = await hashOf(file)
    const existing = await ctx.db.patientRecord.findFirst({
      where: { patientId, sha256 },
      select: { id: true, deletedAt: true },
    })
    if (existing || planned?.files.has(`${patientId} ${sha256}`))
      return {
        outcome: 'duplicate',
        patientId,
        recordId: existing?.id ?? null,
        message: DUPLICATE[String(!existing?.deletedAt)] ?? '',
      }
    if (planned) {
      await examineFile(ctx, file, row, patient)
      if (row.identifier) await planIdentifier(ctx, 'record', row.identifier, planned.identifiers)
      planned.files.add(`${patientId} ${sha256}`)
      return { outcome: 'would_import', patientId, message: '' }
    }
    const { recordId, reader } = await upload(ctx, file, row, patientId)
    return { outcome: 'imported', patientId, recordId, message: '', reader }
  } catch (error) {
    if (!(error instanceof Failure) && !folder.isNotInFolder(error)) throw error
    return { outcome: 'refused', patientId, message: error.message }
  } finally {
    await file?.close()
  }
}

const DUPLICATE: Record<string, string> = {
  true: 'The patient already has this file',
  false: 'The patient had this file, and it was deleted',
}

async function hashOf(file: FolderFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of file.read()) hash.update(piece)
  return hash.digest('hex')
}

async function upload(
  ctx: OperationContext,
  file: FolderFile,
  { file: fileName, description, imageDescription, category, serviceDate, identifier }: ManifestRow,
  patientId: string,
): Promise<{ recordId: string; reader: string | null }> {
  const received = await receiveFile(ctx, { fileName, content: file.read() })
  try {
    const about = { description, imageDescription, category, serviceDate }
    const identifiers = identifier && [identifier]
    const input = parse(recordInput, { patientId, file: received, ...about, identifiers })
    const { record, reader } = await inTransaction(ctx, (inside) => putOnFile(inside, input))
    return { recordId: record.id, reader }
  } catch (error) {
    if (error instanceof Failure) await discardFile(ctx, received)
    throw error
  }
}

/** Writes one audit row for the import, in addition to those of the records, and sends one alert to each reader. */
async function tell(ctx: OperationContext, sum: RecordImport, readers: Map<string, number>): Promise<void> {
  await audit(ctx, { action: 'imported', resourceType: 'patient_record', details: { ...sum } })
  for (const [userId, imported] of readers)
    await sendAlert(ctx, 'record_uploaded', { imported, users: [userId] })
}
