import { createPrivateKey, randomInt, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Integer } from 'asn1js'
import { Certificate, TimeStampReq, TSTInfo } from 'pkijs'
import { DataFolderProblem, openDataFolder, putFirst } from '../dataFolder.ts'
import { certificatesIn } from '../pemCertificates.ts'
import { rawOf } from '../signing/sealCms.ts'
import { certify, newKeys, TIME_STAMPING, timeStampResponse } from './timeStampAuthority.ts'
import { type TimeStamps, timeStampsFrom } from './timeStamps.ts'

const NAME = 'demo service on this server'
/** In the arc of documentation examples (RFC 5612). */
const POLICY = '1.3.6.1.4.1.32473.1'

const fileIn = (dataDir: string) => join(dataDir, 'demo-time-stamps.pem')

/** The key and certificate of the demo's service, and the authority that vouches for it; `null` before there are any. */
function kept(dataDir: string): { pem: string; own: X509Certificate; root: X509Certificate } | null {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return null
  const pem = readFileSync(file, 'utf8')
  const [own, root] = certificatesIn(pem) ?? []
  if (!own || !root) throw new DataFolderProblem(`${file} has no certificates. Remove it to get new ones.`)
  return { pem, own, root }
}

/** The authority of the demo's time-stamp service; none if it has not run in this folder. */
export function demoTimeStampRoots(dataDir: string): X509Certificate[] {
  const found = kept(dataDir)
  return found ? [found.root] : []
}

/**
 * Time stamps that the server makes itself, so that the demo shows where they appear. They prove nothing, because the operator has the
 * key. It is in DATA_DIR, so that stamps verify after a restart.
 */
export async function makeDemoTimeStamps(dataDir: string, now: () => Date): Promise<TimeStamps> {
  openDataFolder(dataDir)
  if (!kept(dataDir)) putFirst(fileIn(dataDir), await makePem(now()))
  const { pem, own, root } = kept(dataDir) ?? {}
  if (!pem || !own || !root) throw new Error(`${fileIn(dataDir)} could not be written`)
  const key = createPrivateKey(pem)
  const certificate = Certificate.fromBER(new Uint8Array(own.raw))
  async function ask(query: ArrayBuffer): Promise<Buffer> {
    const { messageImprint, nonce } = TimeStampReq.fromBER(query)
    const info = new TSTInfo({
      version: 1,
      policy: POLICY,
      messageImprint,
      serialNumber: new Integer({ value: randomInt(2 ** 31) }),
      genTime: now(),
      ...(nonce && { nonce }),
    })
    return timeStampResponse(info, certificate, key)
  }
  return timeStampsFrom([{ name: NAME, ask }], [root])
}

const YEARS = 10

/** The private key of the service, its certificate and that of its authority, whose key is not kept. */
async function makePem(from: Date): Promise<string> {
  const until = new Date(from)
  until.setUTCFullYear(from.getUTCFullYear() + YEARS)
  const [authority, service] = [newKeys(), newKeys()]
  const issuer = { name: 'Caseload demo authority', keys: authority }
  const own = { name: 'Caseload demo time stamps', keys: service, purpose: TIME_STAMPING, serial: 2 }
  const root = { ...issuer, purpose: null, serial: 1 }
  const certificates = await Promise.all([own, root].map((one) => certify({ ...one, issuer, from, until })))
  const chain = certificates.map((one) => new X509Certificate(rawOf(one)))
  return `${service.privateKey.export({ format: 'pem', type: 'pkcs8' })}${chain.join('')}`
}
