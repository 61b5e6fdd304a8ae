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
  /** DATA_DIR, absolute. */
  dataDir: string
  log: (sentence: string) => void
  /** Called when the server stops unexpectedly. It is then started again at the same address. */
  onExit?: (reason: string) => void
  /** False trades safety against power loss for speed; for tests. Default true. */
  fsync?: boolean
}

/** A running server of our own. */
export type EmbeddedPostgres = {
  /** For migrations and the job queue: a superuser. */
  ownerUrl: string
  /** For the application: a plain login role. */
  appUrl: string
  /** Stops the server cleanly, cutting off clients that are left; may be called twice. */
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL from npm on DATA_DIR/postgres, making the cluster on the first start, ending what a killed Caseload
 * left behind, and starting the server again at the same address whenever it dies. Throws DataFolderProblem while another
 * Caseload works on this folder, and PostgresProblem when PostgreSQL cannot run here; both are sentences to print.
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

/** Keeps one server running at one address until told to stop, so that pools find it again where it was. */
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
  child.ref() // or this process might be over before the server is
  if (child.pid !== undefined) await endPostmaster(cluster, child.pid, () => hasEnded(child))
  closeAddress(address, cluster.folder)
}

function ended({ child }: Postmaster): Promise<string> {
  const reason = () => `stopped unexpectedly (${child.signalCode ?? `code ${child.exitCode}`})`
  if (hasEnded(child)) return Promise.resolve(reason())
  return new Promise((done) => child.once('exit', () => done(reason())))
}

/** A free port may be taken between finding and using it, and killed servers hold on to their memory for a moment. */
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
