import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openDataFolder } from '../dataFolder.ts'
import type { Environment } from '../environment.ts'
import { allEvidenceKeys } from '../evidence/evidenceKey.ts'
import { allRecordKeys } from '../records/findRecordKeys.ts'
import { includesCurrent } from '../sharedSecrets.ts'
import type { SealIdentity } from '../signing/sealCms.ts'
import { findSeal } from '../signing/sealKey.ts'
import { BackupProblem } from './backupProblem.ts'

type Settings = Pick<Environment, 'mode' | 'dataDir' | 'recordsKeys' | 'seal' | 'sessionSecrets'> & {
  evidenceKey?: Buffer | undefined
}

/** The secrets for reading stored files, sealing documents and checking signing links. */
export const clinicSecrets = z.object({
  recordsKeys: z.array(z.base64()),
  seal: z.string().nullable(),
  sessionSecrets: z.array(z.string()),
  /** Missing in backups of versions without an evidence log. */
  evidenceKey: z.base64().nullable().optional(),
})
export type ClinicSecrets = z.infer<typeof clinicSecrets>

/** The secrets of this clinic, from settings or DATA_DIR. */
export function secretsOf(settings: Settings): ClinicSecrets {
  const seal = settings.seal ?? findSeal(settings.dataDir)
  return {
    recordsKeys: allRecordKeys(settings).map((key) => key.toString('base64')),
    seal: seal && pemOf(seal),
    sessionSecrets: [...settings.sessionSecrets],
    evidenceKey: allEvidenceKeys(settings)[0]?.toString('base64') ?? null,
  }
}

const pemOf = ({ key, chain }: SealIdentity) =>
  [key.export({ format: 'pem', type: 'pkcs8' }), ...chain].map(String).join('')

const places = {
  recordsKeys: 'records-key',
  seal: 'seal.pem',
  sessionSecrets: 'session-secret',
  evidenceKey: 'evidence-key',
} as const

type Kept = { name: string; content: string }

function filesOf({ recordsKeys, seal, sessionSecrets: [secret], evidenceKey }: ClinicSecrets): Kept[] {
  return [
    { name: places.recordsKeys, content: recordsKeys.join(',') },
    { name: places.seal, content: seal ?? '' },
    { name: places.sessionSecrets, content: secret ?? '' },
    { name: places.evidenceKey, content: evidenceKey ?? '' },
  ].filter(({ content }) => content !== '')
}

/**
 * Throws `BackupProblem` if DATA_DIR has a key of another clinic. Session secrets are ignored, because every
 * start creates one.
 */
export function refuseOtherSecrets(dataDir: string, secrets: ClinicSecrets): void {
  for (const { name, content } of filesOf(secrets)) {
    const path = join(dataDir, name)
    if (name === places.sessionSecrets || !existsSync(path)) continue
    if (readFileSync(path, 'utf8').trim() !== content.trim())
      throw new BackupProblem(
        `This is no empty place: ${path} is the key of another clinic. Choose another DATA_DIR.`,
      )
  }
}

/**
 * Writes the secrets to DATA_DIR, readable by their owner only. Returns remarks on how they are used here.
 */
export function keepSecrets(settings: Settings, secrets: ClinicSecrets): string[] {
  openDataFolder(settings.dataDir)
  for (const { name, content } of filesOf(secrets)) {
    const path = join(settings.dataDir, name)
    writeFileSync(`${path}.new`, content, { mode: 0o600, flush: true })
    renameSync(`${path}.new`, path)
  }
  return remarks(settings, secrets)
}

function remarks(settings: Settings, secrets: ClinicSecrets): string[] {
  const said: string[] = []
  const at = (name: string) => join(settings.dataDir, name)
  if (secrets.recordsKeys.length > 0)
    said.push(
      `The master keys of records are in ${at(places.recordsKeys)}; other machines need them in RECORDS_KEY`,
    )
  if (settings.seal && secrets.seal)
    said.push(`Forms are sealed with SEAL_KEY from now on; the seal of the backup is in ${at(places.seal)}`)
  if (settings.mode === 'production' && !includesCurrent(settings.sessionSecrets, secrets.sessionSecrets))
    said.push(
      'SESSION_SECRET is not that of the clinic: signing links that patients have still open, but those shown to staff ' +
        `do not. The clinic's is in ${at(places.sessionSecrets)}`,
    )
  return said
}
