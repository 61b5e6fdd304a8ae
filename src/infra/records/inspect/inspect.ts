import type { RecordType } from '#domain/records/fileTypes.ts'
import { refuse } from '#domain/records/refusals.ts'
import type { Removal } from '#domain/records/removals.ts'
import { inspectWordFile } from './compoundFile.ts'
import { type Edit, type Inspected, inOrder } from './edits.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectPdf } from './pdf.ts'
import { inspectPng } from './png.ts'
import type { Source } from './source.ts'
import { inspectTiff } from './tiff.ts'
import { inspectWordArchive } from './wordArchive.ts'

/** The changes to make before a file is stored, and the removals to report. */
export type Inspection = { edits: Edit[]; removed: Removal[] }

const inspectors: Record<RecordType, (source: Source) => Promise<Inspected>> = {
  'application/pdf': inspectPdf,
  'application/msword': inspectWordFile,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': inspectWordArchive,
  'image/jpeg': inspectJpeg,
  'image/png': inspectPng,
  'image/tiff': inspectTiff,
}

/** Inspects a file of the given type. Throws a refusal for a dangerous file. */
export async function inspect(source: Source, type: RecordType): Promise<Inspection> {
  await checkSingle(source, type)
  const { places, appendix } = await inspectors[type](source)
  const removed: Removal[] = []
  if (places.length > 0) removed.push('location')
  if (appendix.length > 0) removed.push('appendix')
  return { edits: inOrder([...places, ...appendix]), removed }
}

/** Checks that a file of any type is not also a valid file of another type. */
async function checkSingle(source: Source, type: RecordType): Promise<void> {
  if (type !== 'application/pdf' && (await source.at(0, 1024)).includes('%PDF-')) throw refuse('disguised')
  if (!type.endsWith('document') && (await endsInZip(source))) throw refuse('disguised')
}

/** Zip programs look for the directory at the end and ignore any bytes before the archive. */
async function endsInZip({ at, size }: Source): Promise<boolean> {
  const tail = await at(Math.max(0, size - 65_557), 65_557)
  for (
    let end = tail.lastIndexOf('PK\u0005\u0006');
    end >= 0;
    end = tail.lastIndexOf('PK\u0005\u0006', end - 1)
  ) {
    if (end + 22 <= tail.length && end + 22 + tail.readUInt16LE(end + 20) === tail.length) return true
    if (end === 0) break
  }
  return false
}
