import { createHash, createPublicKey, randomBytes, scrypt } from 'node:crypto'
import { Client } from 'pg'
import type { Environment } from './environment.ts'
import { allEvidenceKeys, keepEvidenceKey, makeEvidenceKey } from './evidence/evidenceKey.ts'
import { inLockedTransaction } from './migrationLock.ts'
import { allRecordKeys } from './records/findRecordKeys.ts'
import { keepRecordsKeys, recordKeyId } from './records/recordKeys.ts'
import type { SealIdentity } from './signing/sealCms.ts'
import { isRecordedSeal, type ReplacedSeal, recordSeal } from './signing/sealHistory.ts'
import { findSeal, keepSeal, sealBegins } from './signing/sealKey.ts'

/** The cost of scrypt, whose block size is 8. */
type HashCost = { N: number; p: number }

/** OWASP's recommendation: about 0.2 s and 32 MB. So the database does not give away a weak secret. */
const standardCost: HashCost = { N: 2 ** 15, p: 3 }

/** The settings whose secrets all processes of a database must share. */
export const sharedSecrets = ['SESSION_SECRET', 'RECORDS_KEY', 'SEAL_KEY', 'EVIDENCE_KEY'] as const
export type SharedSecret = (typeof sharedSecrets)[number]

export type SecretSettings = Pick<
  Environment,
  'dataDir' | 'recordsKeys' | 'seal' | 'sessionSecrets' | 'clinicName'
> & { evidenceKey?: Buffer | undefined; hashCost?: HashCost; mode?: Environment['mode'] }

/** A process has other secrets than its database. The message is for the operator. */
export class SecretProblem extends Error {
  override name = 'SecretProblem'
}

/** A secret that processes of this database used, newest first. */
type Recorded = { setting: SharedSecret; digest: string; salt: string | null }

/** The digests of a configured secret and of those that it replaces, newest first. */
type Digests = { salt: string | null; list: string[] }

type Secret = {
  digests: (settings: SecretSettings, salt: string | null) => Promise<Digests>
  /** Creates one in DATA_DIR if none is configured. */
  create: (settings: SecretSettings) => Promise<unknown>
  place: string
  consequence: string
}

const secrets: Record<SharedSecret, Secret> = {
  SESSION_SECRET: {
    digests: async ({ sessionSecrets, hashCost }, salt) => {
      const own = salt ?? randomBytes(16).toString('hex')
      const list = await Promise.all(sessionSecrets.map((secret) => slowDigest(secret, own, hashCost)))
      return { salt: own, list }
    },
    create: async () => {},
    place: 'SESSION_SECRET',
    consequence: 'users who are signed in at one process would be signed out at another',
  },
  RECORDS_KEY: {
    digests: async (settings) => ({ salt: null, list: allRecordKeys(settings).map(recordKeyId) }),
    create: async (settings) => allRecordKeys(settings).length > 0 || keepRecordsKeys(settings.dataDir),
    place: 'RECORDS_KEY (or records-key in DATA_DIR)',
    consequence: 'this process could not open the stored records, nor the others the ones that it stores',
  },
  SEAL_KEY: {
    digests: async (settings) => ({ salt: null, list: sealsOf(settings).map(publicKeyDigest) }),
    create: async (settings) =>
      sealsOf(settings).length > 0 ||
      keepSeal(settings.dataDir, settings.clinicName, sealBegins(settings.mode === 'demo', new Date())),
    place: 'SEAL_KEY (or seal.pem in DATA_DIR)',
    consequence: 'it would seal signed forms with another key',
  },
  EVIDENCE_KEY: {
    digests: async (settings) => ({
      salt: null,
      list: allEvidenceKeys(settings).map((secret) => makeEvidenceKey(secret).logId),
    }),
    create: async (settings) => keepEvidenceKey(settings),
    place: 'EVIDENCE_KEY (or evidence-key in DATA_DIR)',
    consequence: 'it would sign the audit log with another key',
  },
}

function sealsOf({ seal, dataDir }: SecretSettings): SealIdentity[] {
  const kept = findSeal(dataDir)
  return [...(seal ? [seal] : []), ...(kept ? [kept] : [])]
}

async function isSealKnown(client: Client, settings: SecretSettings): Promise<boolean> {
  const [current] = sealsOf(settings)
  return current !== undefined && isRecordedSeal(client, current)
}

/** A renewed certificate of the same key has the same digest. */
const publicKeyDigest = ({ key }: SealIdentity): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('hex')

const slowDigest = (secret: string, salt: string, cost = standardCost): Promise<string> =>
  new Promise((resolve, reject) =>
    scrypt(secret, salt, 32, { ...cost, r: 8, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key.toString('hex')),
    ),
  )

/** Whether a list of secrets, newest first, includes the current one, which is the first of the other list. */
export const includesCurrent = (own: readonly string[], others: readonly (string | undefined)[]): boolean =>
  others[0] !== undefined && own.includes(others[0])

/**
 * Checks that this process has the current secrets of its database, and records them if they are new: at the first start on
 * a database, and when a newer secret precedes the current one. Creates missing ones in DATA_DIR on a new database. Records a
 * new certificate of the seal, too. Throws SecretProblem.
 */
export async function claimSecrets(
  ownerUrl: string,
  settings: SecretSettings,
  log: (sentence: string) => void,
): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    if (
      (await changes(client, settings, sharedSecrets)).length === 0 &&
      (await isSealKnown(client, settings))
    )
      return
    await inLockedTransaction(client, async () => {
      // Another process may have recorded its own while this one waited for the lock.
      for (const { setting, isFirst } of await changes(client, settings, sharedSecrets)) {
        if (isFirst) await secrets[setting].create(settings)
        await record(client, setting, settings)
        if (isFirst) continue
        await audit(client, setting, 'start', 'caseload')
        log(`${setting} has a newer secret: from now on, every process that starts needs it`)
      }
      const replaced = await recordSeal(client, sealsOf(settings), new Date())
      if (replaced) await auditSeal(client, replaced)
    })
  })
}

/** Checks the same for a command that uses these secrets, and records nothing. Throws SecretProblem. */
export const requireSecrets = (
  ownerUrl: string,
  settings: SecretSettings,
  needed: readonly SharedSecret[],
): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query("select to_regclass('public.secret_checks') is not null as found")
    if (rows[0]?.found) await changes(client, settings, needed)
  })

/**
 * Makes the configured secret the current one, although the previous one is missing. Sessions end with their secret. Returns
 * `false` if the setting includes the current one, so that nothing needs to be replaced.
 */
export const replaceSecret = (
  ownerUrl: string,
  settings: SecretSettings,
  setting: SharedSecret,
): Promise<boolean> =>
  withClient(ownerUrl, (client) =>
    inLockedTransaction(client, async () => {
      const recorded = await recordedIn(client, setting)
      const { list } = await secrets[setting].digests(settings, recorded[0]?.salt ?? null)
      const digests = recorded.map(({ digest }) => digest)
      if (includesCurrent(list, digests)) return false
      await secrets[setting].create(settings)
      await client.query('delete from secret_checks where setting = $1', [setting])
      await record(client, setting, settings)
      if (setting === 'SESSION_SECRET') await client.query('delete from sessions')
      await audit(client, setting, 'secrets-replace', 'npm run secrets:replace')
      return true
    }),
  )

type Change = { setting: SharedSecret; isFirst: boolean }

/** The secrets to record. Throws SecretProblem if a current one is missing. */
async function changes(
  client: Client,
  settings: SecretSettings,
  settingNames: readonly SharedSecret[],
): Promise<Change[]> {
  const found: Change[] = []
  const problems: string[] = []
  for (const setting of settingNames) {
    const recorded = await recordedIn(client, setting)
    const { list } = await secrets[setting].digests(settings, recorded[0]?.salt ?? null)
    const digests = recorded.map(({ digest }) => digest)
    const current = digests[0] ?? (await currentInData(client, setting))
    if (current !== null && !list.includes(current)) problems.push(problemOf(setting))
    // A secret that was current before does not become current again.
    else if (!digests.some((digest) => digest === list[0]))
      found.push({ setting, isFirst: recorded.length === 0 })
  }
  if (problems.length > 0) throw new SecretProblem(problems.join('\n'))
  return found
}

/** On a database from before this check, or from a backup, the newest record or tree head names its key. */
async function currentInData(client: Client, setting: SharedSecret): Promise<string | null> {
  if (setting === 'EVIDENCE_KEY') {
    const { rows: logs } = await client.query<{ id: string }>(
      'select id from evidence_logs order by created_at desc limit 1',
    )
    return logs[0]?.id ?? null
  }
  if (setting !== 'RECORDS_KEY') return null
  const { rows } = await client.query<{ id: string }>(
    'select key_id as id from patient_records where key_id is not null order by created_at desc, id desc limit 1',
  )
  return rows[0]?.id ?? null
}

const problemOf = (setting: SharedSecret): string =>
  `${secrets[setting].place} does not include the secret that this database is used with: ` +
  `${secrets[setting].consequence}. Use the value of the other processes; to change it, put the new one first and keep ` +
  `the old one. If the old one is lost or was leaked, read "A lost or leaked secret" in docs/operators.md ` +
  `(npm run secrets:replace -- ${setting}).`

async function recordedIn(client: Client, setting: SharedSecret): Promise<Recorded[]> {
  const { rows } = await client.query<Recorded>(
    'select setting, digest, salt from secret_checks where setting = $1 order by recorded_at desc',
    [setting],
  )
  return rows
}

async function record(client: Client, setting: SharedSecret, settings: SecretSettings): Promise<void> {
  const [latest] = await recordedIn(client, setting)
  const { salt, list } = await secrets[setting].digests(settings, latest?.salt ?? null)
  await client.query('insert into secret_checks (setting, digest, salt) values ($1, $2, $3)', [
    setting,
    list[0],
    salt,
  ])
}

/** Plain SQL, because the application's own login has no rights to this table. */
const audit = (client: Client, setting: SharedSecret, requestId: string, agent: string) =>
  client.query(
    `insert into audit_logs (id, action, resource_type, resource_id, request_id, user_agent, created_at)
     values (gen_random_uuid(), 'updated', 'server_secret', $1, $2, $3, clock_timestamp())`,
    [setting, requestId, agent],
  )

const auditSeal = (client: Client, { fingerprint, ...details }: ReplacedSeal) =>
  client.query(
    `insert into audit_logs (id, action, resource_type, resource_id, request_id, user_agent, created_at, details)
     values (gen_random_uuid(), 'updated', 'seal_certificate', $1, 'start', 'caseload', clock_timestamp(), $2)`,
    [fingerprint, details],
  )

async function withClient<Result>(ownerUrl: string, work: (client: Client) => Promise<Result>) {
  const client = new Client({ connectionString: ownerUrl, application_name: 'caseload secrets' })
  client.on('error', () => {}) // the query in progress reports the same error
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
