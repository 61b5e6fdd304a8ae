import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { commandLine, processStamp } from '#infra/processStamp.ts'
import { type Cluster, clusterUrl } from './cluster.ts'
import { disownPostmaster, endPostmaster, readPostmaster } from './postmaster.ts'

/**
 * Ends the server that a Caseload left running when it was killed. It is ended and not adopted, so that a server is
 * always our own child, with today's settings, and its death is noticed. What has been committed stays.
 */
export async function endOrphan(cluster: Cluster, log: (sentence: string) => void): Promise<void> {
  const record = readPostmaster(cluster.folder)
  if (!record) return
  const stamp = processStamp(record.pid)
  const isGone = () => processStamp(record.pid) !== stamp
  if (stamp && (await isOurs(cluster, record, isGone))) {
    log(`Ending the PostgreSQL that an earlier Caseload left running (process ${record.pid})`)
    await endPostmaster(cluster, record.pid, isGone)
  }
  disownPostmaster(cluster.folder)
}

/** A pid proves nothing: the server must accept our password and name our folder, or be seen to run on it. */
async function isOurs(cluster: Cluster, { pid, port }: { pid: number; port: number }, isGone: () => boolean) {
  const isOnOurFolder = commandLine(pid).includes(cluster.folder)
  for (let tries = 0; tries < 50 && !isGone(); tries += 1) {
    const answer = await askForFolder(clusterUrl(cluster, port, 'owner', 'postgres'))
    if (answer.folder !== undefined) return realpathSync(answer.folder) === cluster.folder
    if (!answer.isBusy && !isOnOurFolder) return false
    await sleep(100) // starting or stopping; one that hangs is ended all the same
  }
  return isOnOurFolder
}

async function askForFolder(connectionString: string): Promise<{ folder?: string; isBusy?: boolean }> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0] ? { folder: rows[0].data_directory } : {}
  } catch (error) {
    return { isBusy: (error as { code?: string }).code === '57P03' } // cannot_connect_now
  } finally {
    await client.end().catch(() => {})
  }
}
