import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isUnnamed } from '#domain/clinic/settings.ts'
import { DataFolderProblem, openDataFolder, putFirst } from '../dataFolder.ts'
import { certificatesIn } from '../pemCertificates.ts'
import { certifyOneself } from './sealCertificate.ts'
import { CHAIN_MAX, type SealIdentity } from './sealCms.ts'

/** Minimum size of an RSA key. A shorter one is not safe for the lifetime of the documents. */
const RSA_BITS = 3072
const curves = ['prime256v1', 'secp384r1', 'secp521r1']

/**
 * Thrown for an unusable key or certificate. The message continues a sentence that starts with where they
 * come from.
 */
class BadSeal extends Error {
  override name = 'BadSeal'
  /** The faulty setting, if the two come from settings. */
  readonly setting: 'SEAL_KEY' | 'SEAL_CERTIFICATE'

  constructor(setting: BadSeal['setting'], message: string) {
    super(message)
    this.setting = setting
  }
}

/** Parses a PEM key and its PEM certificates, the key's own first. Throws `BadSeal`. */
export function readSeal(keyPem: string, chainPem: string, now: Date): SealIdentity {
  const key = readKey(keyPem)
  const [own, ...others] = certificatesIn(chainPem) ?? []
  if (!own) throw new BadSeal('SEAL_CERTIFICATE', 'must be a certificate in PEM')
  if (!own.checkPrivateKey(key)) throw new BadSeal('SEAL_CERTIFICATE', 'is a certificate for another key')
  if ([own, ...others].reduce((sum, { raw }) => sum + raw.length, 0) > CHAIN_MAX)
    throw new BadSeal('SEAL_CERTIFICATE', `must hold at most ${CHAIN_MAX} bytes of certificates`)
  if (own.validToDate <= now)
    throw new BadSeal('SEAL_CERTIFICATE', `holds a certificate that ended on ${own.validTo}`)
  return { key, chain: [own, ...others] }
}

function readKey(pem: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(unfolded(pem))
  } catch {
    throw new BadSeal('SEAL_KEY', 'must be a private key in PEM, without a passphrase')
  }
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  const isStrong =
    key.asymmetricKeyType === 'rsa'
      ? modulusLength >= RSA_BITS
      : key.asymmetricKeyType === 'ec' && curves.includes(namedCurve)
  if (!isStrong)
    throw new BadSeal(
      'SEAL_KEY',
      `must hold an RSA key of at least ${RSA_BITS} bits, or one on the curve P-256`,
    )
  return key
}

/** Allows `\n` for line breaks in one-line settings. */
const unfolded = (pem: string) => pem.replaceAll('\\n', '\n').trim()

type SealSettings = { SEAL_KEY?: string | undefined; SEAL_CERTIFICATE?: string | undefined }

/** The seal from the settings, or `undefined` if none is set. */
export const sealIn = ({ SEAL_KEY, SEAL_CERTIFICATE }: SealSettings): SealIdentity | undefined =>
  SEAL_KEY && SEAL_CERTIFICATE ? readSeal(SEAL_KEY, SEAL_CERTIFICATE, new Date()) : undefined

/** Problems with the seal settings. Reported at startup rather than to the first patient who signs. */
export function sealProblems(settings: SealSettings): string[] {
  if (!settings.SEAL_KEY !== !settings.SEAL_CERTIFICATE)
    return ['SEAL_KEY and SEAL_CERTIFICATE must be set together']
  try {
    sealIn(settings)
    return []
  } catch (error) {
    if (!(error instanceof BadSeal)) throw error
    return [`${error.setting} ${error.message}`]
  }
}

const YEAR_MS = 365 * 86_400_000

/** From when on the certificate of a new seal is valid. The sample forms of a demo clinic are older than the clinic. */
export const sealBegins = (isDemo: boolean, now: Date): Date =>
  isDemo ? new Date(now.getTime() - YEAR_MS) : now

/**
 * Returns the seal in DATA_DIR/seal.pem, key and certificate in one file that only its owner can read.
 * Creates it on the first call. If two processes create it at once, both get the first: a seal that has
 * sealed a document must never be replaced. Throws if it would certify a clinic without a name.
 */
export async function keepSeal(dataDir: string, clinicName: string, now: Date): Promise<SealIdentity> {
  openDataFolder(dataDir)
  const file = join(dataDir, 'seal.pem')
  if (!existsSync(file)) {
    if (isUnnamed(clinicName))
      throw new Error(
        'Set CLINIC_NAME to the name of the clinic. Forms and the certificate of its seal state it.',
      )
    putFirst(file, await makeSealPem(clinicName, now))
  }
  return readKept(file, now)
}

/** The seal in DATA_DIR, if there is one. Never creates one. */
export function findSeal(dataDir: string): SealIdentity | null {
  const file = join(dataDir, 'seal.pem')
  // Its documents stay sealed after the certificate expires.
  return existsSync(file) ? readKept(file, new Date(0)) : null
}

function readKept(file: string, now: Date): SealIdentity {
  const pem = readFileSync(file, 'utf8')
  try {
    return readSeal(pem, pem, now)
  } catch (error) {
    if (!(error instanceof BadSeal)) throw error
    throw new DataFolderProblem(`${file} ${error.message}. Put back the file that was there.`)
  }
}

async function makeSealPem(clinicName: string, now: Date): Promise<string> {
  const keys = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
  const certificate = await certifyOneself(keys, clinicName, now)
  return `${keys.privateKey.export({ format: 'pem', type: 'pkcs8' })}${certificate}`
}
