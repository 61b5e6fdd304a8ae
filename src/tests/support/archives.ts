import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { exportFile } from '#operations/exports/downloadDataExport.ts'
import type { TestClinic } from './clinic.ts'

/** The zip of a finished export; `null` if it has none. */
export async function exportContent({ db, instances }: TestClinic, id: string): Promise<Buffer | null> {
  const file = exportFile(await db.dataExport.findUniqueOrThrow({ where: { id } }))
  return file && buffer(instances.recordStore.read(file))
}

/** The files of a ZIP, by name. */
export const zipOf = (bytes: Buffer): Record<string, Buffer> =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, content]) => [name, Buffer.from(content)]),
  )
