import { statSync } from 'node:fs'
import { join } from 'node:path'
import { folderIdentity, type ProcessFacts, processFacts, processStamp } from '#infra/processStamp.ts'
import { closeAddress } from './address.ts'
import type { Cluster } from './cluster.ts'
import { endPostmaster, type PostmasterRecord, readPostmaster } from './postmaster.ts'
import { PostgresProblem } from './program.ts'

/**
 * Stops the server that a killed Caseload left running. Committed data stays. Caseload starts a new server instead of
 * using this one. The server is then always a child process with the current settings, and Caseload notices its exit.
 * Throws PostgresProblem if the operating system cannot identify the process.
 */
export async function endOrphan(cluster: Cluster, log: (sentence: string) => void): Promise<void> {
  const record = readPostmaster(cluster.folder)
  if (!record) return
  const { pid, address } = record
  const stamp = processStamp(pid)
  const identity = stamp === undefined ? 'other' : identify(cluster.folder, record, processFacts(pid))
  if (identity === 'unknown') throw new PostgresProblem(unknownProcess(cluster.folder, pid))
  if (identity === 'ours') {
    log(`Ending the PostgreSQL that an earlier Caseload left running (process ${pid})`)
    await endPostmaster(cluster, pid, () => processStamp(pid) !== stamp)
  }
  closeAddress(address, cluster.folder)
}

/** Whether the process in postmaster.pid is this cluster's server. `unknown` if the operating system does not say. */
export type Identity = 'ours' | 'other' | 'unknown'

/** The clock change since the server's start that is tolerated, in seconds. */
const TOLERANCE = 5

/**
 * Compares a process with the record of a server. Process IDs are reused and any program can listen at an address, so
 * neither proves that the process is ours. Nothing is sent to it before this check.
 */
export function identify(
  clusterFolder: string,
  { startedAt }: Pick<PostmasterRecord, 'startedAt'>,
  facts: ProcessFacts,
): Identity {
  const { commandLine, owner, folder } = facts
  if (commandLine === undefined || owner === undefined) return 'unknown'
  // Every version of Caseload launches it like this.
  if (!commandLine.includes(`postgres -D ${clusterFolder} -c `)) return 'other'
  // PostgreSQL runs only as the owner of its cluster, in its folder.
  if (owner !== statSync(clusterFolder).uid) return 'other'
  if (folder !== undefined) return folder === folderIdentity(clusterFolder) ? 'ours' : 'other'
  // Without CAP_SYS_PTRACE, as in a container, root cannot see the folder of another user's process.
  const isSameStart = facts.startedAt !== undefined && Math.abs(facts.startedAt - startedAt) <= TOLERANCE
  return isSameStart ? 'ours' : 'unknown'
}

function unknownProcess(clusterFolder: string, pid: number): string {
  return (
    `Process ${pid} may be a PostgreSQL that an earlier Caseload left running on ${clusterFolder}, and this system does ` +
    `not tell Caseload whether it is. If it is, end it. If it is not, delete ${join(clusterFolder, 'postmaster.pid')}. ` +
    'Then start Caseload again.'
  )
}
