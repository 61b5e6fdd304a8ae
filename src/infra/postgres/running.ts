import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { processFacts } from '#infra/processStamp.ts'
import { isDataFolderClaimed } from '../dataFolder.ts'
import { clusterUrl, type Passwords } from './cluster.ts'
import { identify } from './orphan.ts'
import { readPostmaster } from './postmaster.ts'

/**
 * The URLs of the embedded server that another Caseload runs on DATA_DIR, for programs that only read. `null` if there
 * is none, or if the operating system cannot identify it.
 */
export function runningPostgres(dataDir: string): { ownerUrl: string; appUrl: string } | null {
  if (!isDataFolderClaimed(dataDir)) return null
  const folder = join(realpathSync(dataDir), 'postgres')
  const postmaster = readPostmaster(folder)
  if (!postmaster?.isReady) return null
  if (identify(folder, postmaster, processFacts(postmaster.pid)) !== 'ours') return null
  const passwords = JSON.parse(readFileSync(join(dataDir, 'postgres-passwords.json'), 'utf8')) as Passwords
  const url = (who: keyof Passwords) => clusterUrl({ passwords }, postmaster.address, who)
  return { ownerUrl: url('owner'), appUrl: url('application') }
}
