import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { addNote } from '#operations/notes/notes.ts'
import { listPatients } from '#operations/patients/listPatients.ts'
import { downloadRecord } from '#operations/records/serveRecord.ts'

import { placeOn } from './backups.ts'
import { openTestClinic, type TestClinic } from './clinic.ts'
import { storedRecord } from './recordFiles.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { test as base } from './test.ts'

/** `test` with a clinic to back up: known file paths, rows in many tables, and one record. */
export const test = base.extend<{ source: Awaited<ReturnType<typeof openSource>> }>({
  source: async ({ database }, use) => {
    await database.empty()
    const source = await openSource(database.ownerUrl)
    await use(source)
    await source.clinic.close()
  },
})

async function openSource(ownerUrl: string) {
  const dataDir = join(temporaryFolder(), 'data')
  const clinic = await openTestClinic(ownerUrl, { dataDir })
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient({ createdById: admin.id })
  const by = { patientId: patient.id, uploadedById: admin.id }
  const record = await storedRecord(clinic, by)
  await addNote(clinic.as(admin), { patientId: patient.id, content: 'Called\tand "wrote"\\n' })
  await listPatients(clinic.as(admin), {}, {})
  return { clinic, admin, patient, by, record, place: await placeOn(ownerUrl, dataDir) }
}

/** Opens the clinic at the place where it was restored. */
export async function openedIn(place: {
  ownerUrl: string
  settings: { dataDir: string }
}): Promise<TestClinic> {
  const clinic = await openTestClinic(place.ownerUrl, { dataDir: place.settings.dataDir })
  onTestFinished(clinic.close)
  return clinic
}

/** A record as an administrator downloads it. */
export async function downloaded(clinic: TestClinic, which: { patientId: string; recordId: string }) {
  const admin = await clinic.db.user.findFirstOrThrow({ where: { role: 'admin' } })
  const { read } = await downloadRecord(clinic.as(admin), which)
  return Buffer.concat(await Array.fromAsync(read()))
}
