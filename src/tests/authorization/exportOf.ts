import { Readable } from 'node:stream'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { People } from './people.ts'

/** A finished export, ready to download. */
export async function exportOf({ db, instances }: TestClinic, people: People) {
  const exported = await db.dataExport.create({ data: { requestedById: people.admin.id, state: 'ready' } })
  await instances.archives.write(exported.id, async (add) => {
    await add('manifest.json', Readable.from(['{}']))
  })
  return exported
}
