import type { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type FormVerdict, judgeForm } from '#domain/consent/formCheck.ts'
import { type Environment, readEnvironment } from '#infra/environment.ts'
import { demoTimeStampRoots } from '#infra/evidence/demoTimeStamps.ts'
import { certificatesIn } from '#infra/pemCertificates.ts'
import { runningPostgres } from '#infra/postgres/running.ts'
import { isSecretSet } from '#infra/secretFiles.ts'
import { fingerprintOf } from '#infra/signing/seal.ts'
import { vouchedFor } from '#infra/signing/sealCertificate.ts'
import { checkSeal, type SealCheck, type SealStamp } from '#infra/signing/sealCheck.ts'
import { sha256 } from '#infra/signing/sealCms.ts'
import { findSeal } from '#infra/signing/sealKey.ts'
import { traceAndRecord } from '#operations/consent/checkSignedForm.ts'
import type { FormTrace } from '#operations/consent/traceSignedForm.ts'
import { Misuse, runCommand, withContext } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run consent:verify -- <signed-form.pdf> [--certificate FILE] [--time-stamp-roots FILE]

Shows whether a signed form is intact and from this clinic. It also works without a database. With
--certificate, the clinic is the one whose certificate (PEM) is the first in the file, and neither
the settings nor a database are used. Cross-signed certificates after it let you recognize later
seals of the clinic. --time-stamp-roots has the certificates of the authorities whose
time stamps are believed, instead of those in the settings.

Exit codes:
  0  it is an unaltered form of this clinic
  1  it was changed after it was sealed
  2  it could not be checked
  3  it is not known to be from this clinic
  4  it has the seal of this clinic, but the database has no such form
  5  it is a scan of a form on paper that staff filed, or a sealed scan. Neither proves a signature`

/** What the database has about the form, or why it was not queried. */
type Lookup = (FormTrace & { asked: true }) | { asked: false; reason: string }

async function verifyConsent(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { certificate: { type: 'string' }, 'time-stamp-roots': { type: 'string' } },
  })
  const [path, ...others] = positionals
  if (!path || others.length > 0) throw new Misuse('Give one file')
  const file = readFileSync(resolve(path))
  const hash = sha256(file).toString('hex')
  const given = values.certificate === undefined ? null : clinicCertificates(values.certificate)
  const environment = given ? null : findEnvironment()
  const rootsPath = values['time-stamp-roots']
  const roots = rootsPath === undefined ? rootsOf(environment) : rootsIn(rootsPath)
  const seal = await checkSeal(file, roots)
  const database: Lookup = given
    ? { asked: false, reason: 'a certificate was given' }
    : await askDatabase(environment, hash, seal)
  const own = given ? null : environment && (environment.seal ?? findSeal(environment.dataDir))
  const isOurSeal =
    (given !== null && isVouchedFor(seal, given)) ||
    (own !== null && sealedBy(seal) === fingerprintOf(own)) ||
    (database.asked && database.isOurSeal)
  console.log(`${path}, ${file.length} bytes\nSHA-256 ${hash}`)
  for (const line of [...sealLines(seal, isOurSeal), databaseLine(database)]) console.log(line)
  return exitCodes(database)[judgeForm({ onFile: onFile(database), isOurSeal, seal })]
}

/** The clinic's certificate in a file, and those after it for which it vouches. */
function clinicCertificates(path: string): X509Certificate[] {
  const certificates = certificatesIn(readFileSync(resolve(path), 'utf8'))
  if (!certificates)
    throw new Error(
      `${path} is not a certificate in PEM. /.well-known/caseload-evidence.json of the clinic has it.`,
    )
  return vouchedFor(certificates)
}

/** A cross-signed certificate is another one than the seal's own, but for the same key. */
const isVouchedFor = (seal: SealCheck, certificates: readonly X509Certificate[]): boolean =>
  seal.state === 'intact'
    ? certificates.some(({ publicKey }) => publicKey.equals(seal.certificate.publicKey))
    : certificates.some((one) => sha256(one.raw).toString('hex') === sealedBy(seal))

function rootsIn(path: string): X509Certificate[] {
  const roots = certificatesIn(readFileSync(resolve(path), 'utf8'))
  if (!roots) throw new Error(`${path} has no certificates in PEM. The time-stamp services publish theirs.`)
  return roots
}

const rootsOf = (environment: Environment | null) =>
  environment?.timeStamps?.roots ?? (environment ? demoTimeStampRoots(environment.dataDir) : [])

/** The fingerprint of the certificate that the seal names. */
const sealedBy = (seal: SealCheck) => (seal.state === 'unsealed' ? null : seal.fingerprint)

function onFile(database: Lookup): 'form' | 'scan' | null {
  if (!database.asked || database.form === null) return null
  return database.form.scan ? 'scan' : 'form'
}

const exitCodes = ({ asked }: Lookup): Record<FormVerdict, number> => ({
  on_file: 0,
  scan_on_file: 5,
  sealed_by_us: asked ? 4 : 0,
  scan_sealed_by_us: asked ? 4 : 5,
  altered: 1,
  broken: 1,
  unknown: 3,
})

/** Reads the settings only if there are any, because reading them would create a DATA_DIR in an unrelated folder. */
function findEnvironment(): Environment | null {
  const isCaseload = ['.env', process.env.DATA_DIR ?? '.data'].some((path) => existsSync(path))
  const isSet = isSecretSet('DATABASE_URL', process.env) || isSecretSet('SEAL_KEY', process.env)
  return isCaseload || isSet ? readEnvironment() : null
}

async function askDatabase(environment: Environment | null, hash: string, seal: SealCheck): Promise<Lookup> {
  if (!environment) return { asked: false, reason: 'there is no Caseload in this folder' }
  const url = environment.databaseUrl ?? runningPostgres(environment.dataDir)?.appUrl
  if (!url) return { asked: false, reason: 'Caseload is not running here' }
  try {
    const facts = { sha256: hash, sealedBy: sealedBy(seal) }
    const trace = await withContext(environment, url, 'consent:verify', (context) =>
      traceAndRecord(context, facts, { command: 'consent:verify' }),
    )
    return { asked: true, ...trace }
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
    `Sealed at: ${seal.sealedAt?.toISOString() ?? 'not stated'}`,
    `Time stamp: ${stampText(seal.stamp)}`,
    ...(seal.isScan ? ['Attached: a scan of a form on paper, which does not prove a signature'] : []),
  ]
}

function stampText(stamp: SealStamp): string {
  if (stamp.state === 'none') return 'none'
  if (stamp.state === 'invalid') return `INVALID: ${stamp.reason}`
  const text = `sealed before ${stamp.at.toISOString()}, according to ${stamp.service}`
  return stamp.state === 'valid'
    ? text
    : `${text}, for which no known authority vouches. Give its certificate with --time-stamp-roots.`
}

function databaseLine(database: Lookup): string {
  if (!database.asked) return `Database: not asked, because ${database.reason}`
  if (database.form === null) return 'Database: has no such form'
  const { requestId, signedAt, scan } = database.form
  if (!scan) return `Database: the signed form of consent request ${requestId}`
  const filed = `filed by ${scan.filedBy ?? 'an unknown user'} at ${scan.filedAt.toISOString()}`
  const what = scan.sealedAt ? 'a sealed scan' : 'a scan'
  return `Database: ${what} for consent request ${requestId}, ${filed} as signed at ${signedAt.toISOString()}. A scan does not prove a signature.`
}

await runCommand(help, verifyConsent)
