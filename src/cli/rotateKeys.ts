import { attachDatabase } from '#app/databases.ts'
import { createServices } from '#app/services.ts'
import { type Environment, readEnvironment } from '#infra/environment.ts'
import { addRecordsKey } from '#infra/records/recordKeys.ts'
import { visitTo } from '#operations/context.ts'
import { type Rotated, rotateRecordKeys } from '#operations/records/rotateRecordKeys.ts'

// Re-encrypts the key of every record with the newest master key, also while Caseload runs; it can be interrupted and run
// again. `npm run keys:rotate -- new` first creates a new key in DATA_DIR, if the key is stored there. Exit code 0: every
// key uses the newest master key; 1: some could not be opened; 2: it could not start.

async function main(word: string | undefined): Promise<void> {
  const environment = readEnvironment()
  if (word !== undefined) makeNewKey(environment, word)
  const stores = await attachDatabase(environment)
  const clinic = await createServices(environment, stores.appUrl)
  const request = {
    id: 'keys-rotate',
    ipAddress: null,
    userAgent: 'npm run keys:rotate',
    listed: new Map(),
  }
  try {
    const rotated = await rotateRecordKeys(visitTo(clinic, { request }), {
      onProgress: ({ rotated, total, failed }) =>
        console.log(`${rotated + failed.length} of ${total} keys, ${failed.length} failed`),
    })
    report(rotated)
  } finally {
    await clinic.close()
    await stores.stop()
  }
}

function makeNewKey({ recordsKeys, dataDir }: Environment, word: string): void {
  if (word !== 'new') throw new Error(`"${word}" is not a known argument; the only one is "new"`)
  if (recordsKeys)
    throw new Error(
      'The keys are set in RECORDS_KEY. Add a new key at the front, restart every Caseload server, and then run this command without "new"',
    )
  addRecordsKey(dataDir)
}

function report({ rotated, failed, newest, needed, spare }: Rotated): void {
  console.log(`${rotated} keys were re-encrypted with ${newest}`)
  for (const id of spare) console.log(`The key ${id} is no longer needed`)
  for (const id of needed.filter((one) => one !== newest)) console.log(`Still needed: ${id}`)
  if (failed.length === 0) return
  console.error(`${failed.length} keys could not be opened, of the records ${failed.slice(0, 20).join(', ')}`)
  process.exitCode = 1
}

try {
  await main(process.argv[2])
} catch (error) {
  console.error(error instanceof Error && !('code' in error) ? error.message : error)
  process.exitCode = 2
}
