import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createServices } from '#app/services.ts'
import { type FormVerdict, judgeForm } from '#domain/consent/formCheck.ts'
import { type Environment, readEnvironment } from '#infra/environment.ts'
import { runningPostgres } from '#infra/postgres/running.ts'
import { fingerprintOf } from '#infra/signing/seal.ts'
import { checkSeal, type SealCheck } from '#infra/signing/sealCheck.ts'
import { sha256 } from '#infra/signing/sealCms.ts'
import { findSeal } from '#infra/signing/sealKey.ts'
import { type FormTrace, traceSignedForm } from '#operations/consent/traceSignedForm.ts'

// Says whether a signed form is intact and whose it is, from the command line, also without a database. Ends with 0 when
// it is a form of this clinic and unaltered, 1 when it was changed after it was sealed, 3 when it is not known to be ours,
// 4 when it is under the clinic's seal but the database has no such form, and 2 when it could not be looked at.

type Found = FormTrace & { asked: true }
type NotAsked = { asked: false; reason: string }

async function main(path: string | undefined): Promise<number> {
  if (!path) throw new Error('Give a file: npm run consent:verify -- signed-form.pdf')
  const file = readFileSync(resolve(path))
  const hash = sha256(file).toString('hex')
  const seal = await checkSeal(file)
  const environment = settingsHere()
  const database = await askDatabase(environment, hash, seal)
  const own = environment ? (environment.seal ?? findSeal(environment.dataDir)) : null
  const isOurSeal =
    (own !== null && sealedBy(seal) === fingerprintOf(own)) || (database.asked && database.isOurSeal)
  console.log(`${path}, ${file.length} bytes\nSHA-256 ${hash}`)
  for (const line of [...sealLines(seal, isOurSeal), databaseLine(database)]) console.log(line)
  const isOnFile = database.asked && database.form !== null
  return exitCodes(database)[judgeForm({ isOnFile, isOurSeal, seal })]
}

/** The certificate that a seal names. */
const sealedBy = (seal: SealCheck) => (seal.state === 'unsealed' ? null : seal.fingerprint)

const exitCodes = ({ asked }: Found | NotAsked): Record<FormVerdict, number> => ({
  on_file: 0,
  sealed_by_us: asked ? 4 : 0,
  altered: 1,
  broken: 1,
  unknown: 3,
})

/** A folder without a clinic gets none by being asked, so the settings are read only where there are some. */
function settingsHere(): Environment | null {
  const isClinic = ['.env', process.env.DATA_DIR ?? '.data'].some((place) => existsSync(place))
  return isClinic || process.env.DATABASE_URL || process.env.SEAL_KEY ? readEnvironment() : null
}

async function askDatabase(
  environment: Environment | null,
  hash: string,
  seal: SealCheck,
): Promise<Found | NotAsked> {
  if (!environment) return { asked: false, reason: 'there is no Caseload in this folder' }
  const url = environment.databaseUrl ?? runningPostgres(environment.dataDir)?.appUrl
  if (!url) return { asked: false, reason: 'Caseload is not running here' }
  try {
    const clinic = await createServices(environment, url)
    try {
      return { asked: true, ...(await traceSignedForm(clinic, { sha256: hash, sealedBy: sealedBy(seal) })) }
    } finally {
      await clinic.close()
    }
  } catch {
    return { asked: false, reason: 'it does not answer' }
  }
}

function sealLines(seal: SealCheck, isOurSeal: boolean): string[] {
  if (seal.state === 'unsealed') return ['Seal: none']
  if (seal.state === 'broken') {
    const lines = [`Seal: BROKEN. ${seal.reason}`]
    return isOurSeal ? [...lines, 'The seal names this clinic'] : lines
  }
  if (isOurSeal && !seal.isOurForm) return ['Seal: BROKEN. The seal itself was changed']
  return [
    'Seal: intact, and over the whole file',
    `Sealed by: ${seal.sealer}, ${isOurSeal ? 'a seal of this clinic' : 'not recognized as a seal of this clinic'}`,
    `Certificate: SHA-256 ${seal.fingerprint}`,
    `Sealed at: ${seal.sealedAt?.toISOString() ?? 'not told'}`,
  ]
}

function databaseLine(database: Found | NotAsked): string {
  if (!database.asked) return `Database: not asked, because ${database.reason}`
  return database.form === null
    ? 'Database: has no such form'
    : `Database: the signed form of consent request ${database.form.requestId}`
}

try {
  process.exitCode = await main(process.argv[2])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
