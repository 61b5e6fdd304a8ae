import { realpathSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimDataFolder, openDataFolder } from './dataFolder.ts'
import { type Address, closeAddress, openAddress } from './postgres/address.ts'
import { type Cluster, clusterUrl, prepareCluster } from './postgres/cluster.ts'
import { endOrphan } from './postgres/orphan.ts'
import { endPostmaster, hasEnded, launchPostmaster, type Postmaster } from './postgres/postmaster.ts'
import { findPostgres } from './postgres/program.ts'
import { ensureDatabase } from './postgres/roles.ts'

type Options = {
  /** The absolute path of DATA_DIR. */
  dataDir: string
  log: (sentence: string) => void
  /** Called when the server stops unexpectedly. It is then started again at the same address. */
  onExit?: (reason: string) => void
  /** `false` gives up safety against power loss for speed, in tests. Default: `true`. */
  fsync?: boolean
}

/** A running embedded server. */
export type EmbeddedPostgres = {
  /** The superuser, for migrations and the job queue. */
  ownerUrl: string
  /** The login role without special rights, for the application. */
  appUrl: string
  /** Stops the server and disconnects its clients. May be called twice. */
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL from npm on DATA_DIR/postgres. Creates the cluster on the first start, stops a server left by a
 * killed Caseload, and restarts the server at the same address when it exits. Throws DataFolderProblem if another
 * Caseload uses the folder, and PostgresProblem if PostgreSQL cannot run here. Both messages are for the operator.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  onExit,
  fsync = true,
}: Options): Promise<EmbeddedPostgres> {
  openDataFolder(dataDir)
  const release = claimDataFolder(dataDir)
  let failed: (() => Promise<void>) | undefined
  try {
    const place = realpathSync(dataDir)
    const cluster = await prepareCluster({ program: findPostgres(), dataDir: place, fsync, log })
    await endOrphan(cluster, log)
    setLogAside(cluster.logFile)
    const { address, postmaster } = await launch(cluster, place)
    failed = () => end(cluster, address, postmaster)
    await ensureDatabase(cluster, address)
    const supervisor = supervise(cluster, address, postmaster, (reason) => {
      log(`PostgreSQL ${reason}; starting it again`)
      onExit?.(reason)
    })
    return {
      ownerUrl: clusterUrl(cluster, address, 'owner'),
      appUrl: clusterUrl(cluster, address, 'application'),
      stop: () => supervisor.stop().finally(release),
    }
  } catch (error) {
    await failed?.()
    release()
    throw error
  }
}

/** Keeps one server running at one address until it is stopped, so that connection pools can reconnect. */
function supervise(cluster: Cluster, address: Address, first: Postmaster, onDeath: (reason: string) => void) {
  const stopping = new AbortController()
  let current = first

  async function keepRunning() {
    for (let failures = 0; ; ) {
      const cameUp = await current.ready.then(
        () => true,
        () => false,
      )
      failures = cameUp ? 0 : failures + 1
      const reason = await ended(current)
      if (stopping.signal.aborted) return
      onDeath(reason)
      await sleep(Math.min(5000, failures * failures * 50), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
      if (stopping.signal.aborted) return
      current = launchPostmaster(cluster, address)
    }
  }

  const over = keepRunning()
  async function stop() {
    stopping.abort()
    await end(cluster, address, current)
    await over
  }
  return { stop }
}

async function end(cluster: Cluster, address: Address, { child }: Postmaster): Promise<void> {
  child.ref() // this process must not exit before the server does
  if (child.pid !== undefined) await endPostmaster(cluster, child.pid, () => hasEnded(child))
  closeAddress(address, cluster.folder)
}

function ended({ child }: Postmaster): Promise<string> {
  const reason = () => `stopped unexpectedly (${child.signalCode ?? `code ${child.exitCode}`})`
  if (hasEnded(child)) return Promise.resolve(reason())
  return new Promise((done) => child.once('exit', () => done(reason())))
}

/** Retries, because a free port may be taken before it is used, and killed servers hold their memory for a moment. */
async function launch(
  cluster: Cluster,
  dataDir: string,
): Promise<{ postmaster: Postmaster; address: Address }> {
  for (let tries = 1; ; tries += 1) {
    const address = await openAddress(cluster.program, dataDir)
    const postmaster = launchPostmaster(cluster, address)
    try {
      await postmaster.ready
      return { postmaster, address }
    } catch (error) {
      closeAddress(address, cluster.folder)
      const isPassing =
        error instanceof Error && /could not create any TCP|shared memory block/.test(error.message)
      if (!isPassing || tries === 20) throw error
      await sleep(250)
    }
  }
}

function setLogAside(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size > 10_000_000) renameSync(logFile, `${logFile}.1`)
}
