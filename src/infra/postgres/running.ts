import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDataFolderClaimed } from '../dataFolder.ts'
import { clusterUrl, type Passwords } from './cluster.ts'
import { readPostmaster } from './postmaster.ts'

/**
 * Addresses of the embedded server that another Caseload runs on DATA_DIR, or `null` when none does: for programs that
 * only look and may do so beside it.
 */
export function runningPostgres(dataDir: string): { ownerUrl: string; appUrl: string } | null {
  const postmaster = readPostmaster(join(dataDir, 'postgres'))
  if (!postmaster?.isReady || !isDataFolderClaimed(dataDir)) return null
  const passwords = JSON.parse(readFileSync(join(dataDir, 'postgres-passwords.json'), 'utf8')) as Passwords
  const url = (who: keyof Passwords) => clusterUrl({ passwords }, postmaster.port, who)
  return { ownerUrl: url('owner'), appUrl: url('application') }
}
