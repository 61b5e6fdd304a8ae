import { Readable } from 'node:stream'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { People } from './people.ts'

/** An export of everything that can be taken. */
export async function exportOf({ db, instances }: TestClinic, people: People) {
  const exported = await db.dataExport.create({ data: { requestedById: people.admin.id, state: 'ready' } })
  await instances.archives.write(exported.id, async (add) => {
    await add('manifest.json', Readable.from(['{}']))
  })
  return exported
}
