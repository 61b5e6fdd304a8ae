import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { createApp, type Pages } from '#app/app.ts'
import { startDatabase } from '#app/databases.ts'
import { logConsole, makeLog } from '#app/log.ts'
import { type Measured, openMetrics, serveMetrics } from '#app/metrics.ts'
import { assertPortFree, close, listen, stopAccepting } from '#app/ports.ts'
import { makeReadiness } from '#app/readiness.ts'
import { backupTasks } from '#app/scheduledBackups.ts'
import { createServices, version } from '#app/services.ts'
import { networkOf } from '#domain/access/network.ts'
import { serveAssets } from '#http/assets.ts'
import { callerOf } from '#http/caller.ts'
import { makeListener } from '#http/listener.ts'
import { isFromProxy } from '#http/proxies.ts'
import { resetAuditClock, withClaimedTimes } from '#infra/auditClock.ts'
import { shareConnections } from '#infra/databaseSettings.ts'
import { removeEarlierExports } from '#infra/dataFolder.ts'
import { type Environment, readEnvironment } from '#infra/environment.ts'
import { freeBytes, readInstallationFacts } from '#infra/installationFacts.ts'
import { claimSecrets } from '#infra/sharedSecrets.ts'
import { startTracing } from '#infra/tracing.ts'
import { startJobs } from '#jobs/jobs.ts'
import { refuseSampleData } from '#operations/clinic/refuseSampleData.ts'
import { keepStandardTemplate } from '#operations/consentTemplates/standard.ts'

// React must use its production build, also in demo mode. Caseload has read its own mode above.
const environment = settingsOrExit()
process.env.NODE_ENV = 'production'

const built = fileURLToPath(new URL('../../dist/client', import.meta.url))
const log = makeLog(environment.logLevel)
process.once('exit', log.flushRepeats)
// In production, programs read the output. Only at a terminal are sentences easier to read.
const isForPrograms = environment.mode === 'production' && !process.stdout.isTTY
if (isForPrograms) writeOnlyLines()
const say = (sentence: string) => void (isForPrograms ? log.info(sentence) : console.log(`  ${sentence}`))
const began = performance.now()

let handle: ReturnType<typeof createApp> | undefined
let phase: 'starting' | 'serving' | 'stopping' = 'starting'
const shares = shareConnections(environment.databaseConnections)
const cutOffs = {
  connection: 'Refused a connection or request: too many are open',
  reader: 'Closed a connection that read its response too slowly',
  body: 'Refused a request body: too slow, or too many bodies in memory',
}
let measured: Measured | undefined
let jobs: Awaited<ReturnType<typeof startJobs>> | undefined
const receive: Parameters<typeof makeListener>[0] = (req, res) => {
  // So that a proxy has no idle connection left that ends just when it sends a request.
  if (phase === 'stopping') res.setHeader('Connection', 'close')
  return handle?.(req, res)
}
const server = makeListener(receive, environment.listenerLimits, {
  networkOf,
  forwardedAddress: environment.trustProxy ? (req) => callerOf(req, environment).ipAddress : null,
  isFromProxy: (req) => isFromProxy(req, environment.trustProxy),
  heard: (reason) => {
    measured?.metrics.cutOff(reason)
    log.warn(cutOffs[reason])
  },
})

/** Live streams never end on their own, so shutdown ends them before it waits for other requests. */
let endStreams = async () => {}
let stopping: Promise<void> | undefined
/** Clean-up steps, which shutdown runs in reverse order. */
const undo: (() => Promise<unknown>)[] = []
// Ctrl-C reaches the server twice, from the terminal and from npm. The second one must not end it before it has stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))

const starting = assertPortFree(environment.port, environment.host).then(start)
starting.catch((error: unknown) => {
  // A SIGTERM during startup cancels it and is not an error.
  if (!stopping) tellProblem(error)
  void stop(1)
})

async function start(): Promise<void> {
  if (environment.traces) undo.push(await startTracing(environment.traces, version, warnOfTraces))
  say(environment.databaseUrl ? 'Connecting to the database…' : 'Starting PostgreSQL…')
  const databases = await startDatabase(environment, say)
  undo.push(databases.stop)
  await removeEarlierExports(environment.dataDir)
  await claimSecrets(databases.ownerUrl, environment, say)
  const services = await createServices(environment, databases.appUrl, {
    logFault: (error) => log.error({ err: error }, 'fault'),
    logSlow: (slow) => log.warn(slow, 'slow statement'),
  })
  endStreams = () => services.live.close()
  undo.push(services.close)
  say(
    `Database connections: at most ${environment.databaseConnections} (${shares.requests} for requests, ` +
      `${shares.jobs} for jobs, ${shares.liveChanges} for live changes)`,
  )
  await services.settings.follow()
  refuseSampleData(services)
  await keepStandardTemplate(services)
  // Loads or creates the seal, so that an unusable key fails at startup and not when the first patient signs.
  await services.sealOf()
  await resetAuditClock(databases.ownerUrl)
  if (environment.mode === 'demo')
    // The sample data has a history.
    await withClaimedTimes(databases.ownerUrl, () => loadDemoClinic(services))
  const { handler } = (await import(new URL('../../dist/server/entry.mjs', import.meta.url).href)) as {
    handler: Pages
  }
  measured = await measure(environment, services.pool)
  const serving = makeReadiness(services.needs)
  handle = createApp({
    environment,
    services,
    log,
    pages: handler,
    assets: serveAssets(built),
    readiness: async () => (phase === 'stopping' ? { message: phase, notReady: [] } : serving()),
    measured,
  })
  const started = await startJobs(
    services,
    databases.ownerUrl,
    log,
    shares.jobs,
    backupTasks(environment, process.env),
  )
  jobs = started
  undo.push(started.stop)
  await warmUp(handle)
  // A stop that was requested meanwhile waits for the start, so the port must stay closed.
  if (phase !== 'starting') return
  await listen(server, environment.port, environment.host)
  if (phase === 'starting') phase = 'serving'
  announce()
}

function warnOfTraces(message: string): void {
  log.warn({ reason: message.slice(0, 300) }, 'traces were not sent')
}

/** Serves metrics on a separate port, if one is set. */
async function measure(
  { metricsPort, host, recordsBucket, dataDir }: Environment,
  pool: Pool,
): Promise<Measured | undefined> {
  if (metricsPort === undefined) return undefined
  const opened = openMetrics(
    promisify(server.getConnections.bind(server)),
    {
      inUse: () => pool.totalCount - pool.idleCount,
      idle: () => pool.idleCount,
      waiting: () => pool.waitingCount,
      most: environment.databaseConnections,
    },
    {
      version,
      facts: () => readInstallationFacts(pool),
      jobs: async () => (await jobs?.readQueue()) ?? [],
      freeBytes: async () =>
        recordsBucket ? null : ((await freeBytes(join(dataDir, 'records'))) ?? freeBytes(dataDir)),
    },
  )
  const metricsServer = await serveMetrics(opened.metrics, metricsPort, host)
  undo.push(async () => metricsServer.close())
  return opened
}

async function loadDemoClinic(services: Awaited<ReturnType<typeof createServices>>): Promise<void> {
  const { seedDemoClinic } = await import('#prisma/seed.ts')
  const { name: clinicName, timeZone } = services.settings.current()
  if (!(await seedDemoClinic({ ...services, clinicName, timeZone, now: services.now() }))) return
  await services.settings.refresh()
  say('Loaded the demo clinic')
}

/** Warms caches and connections on a port of its own, so that the first user does not wait. */
async function warmUp(handler: ReturnType<typeof createApp>): Promise<void> {
  const rehearsal = makeListener(handler)
  await listen(rehearsal, 0, 'localhost')
  const { port } = rehearsal.address() as AddressInfo
  for (const path of ['/', '/api/dashboard/stats', '/patients', '/'])
    await fetch(`http://localhost:${port}${path}`).then((one) => one.text())
  rehearsal.closeAllConnections()
  await close(rehearsal)
}

function announce(): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(`Ready in ${seconds} s (Caseload ${version})`)
  if (isForPrograms) return void log.info(`Caseload: ${environment.publicUrl}`)
  console.log(`\n  Caseload: ${environment.publicUrl}\n`)
  if (environment.mode === 'production') return
  console.log('  Demo data. Sign in as one of these, password Clinic-demo-2026:')
  console.log('    admin@clinic.test\n    staff@clinic.test\n    attorney@clinic.test\n')
}

/** Makes what Node and libraries print lines of the log, too. */
function writeOnlyLines(): void {
  logConsole(log)
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning'))
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'crash'))
}

/** Says why the start failed. An error with a code is unexpected and needs its stack. */
function tellProblem(error: unknown): void {
  const sentence = error instanceof Error && !('code' in error) ? error.message : undefined
  if (!isForPrograms) console.error(sentence ?? error)
  else if (sentence) log.fatal(sentence)
  else log.fatal({ err: error }, 'The start failed')
}

/** Stops once, with the exit code of the first caller. */
function stop(code: number): Promise<void> {
  stopping ??= shutDown(code)
  return stopping
}

/** How much longer than SHUTDOWN_DELAY an idle connection stays open for a last request, so that a proxy closes it first. */
const IDLE_GRACE_MS = 5_000

/**
 * Turns unready and serves on for SHUTDOWN_DELAY. Then ends streams, refuses new connections, finishes requests in flight,
 * and stops jobs, services and PostgreSQL.
 */
async function shutDown(code: number): Promise<void> {
  const wasServing = phase === 'serving'
  phase = 'stopping'
  if (wasServing) await delay(environment.shutdownDelayMs)
  // A startup that is still running could open the port or add clean-up steps.
  await starting.catch(() => {})
  await endStreams().catch((error: unknown) => log.error({ err: error }, 'stopping'))
  const graceMs = Math.min(environment.shutdownDelayMs, IDLE_GRACE_MS)
  const closedAt = performance.now()
  const idle = setInterval(() => {
    if (performance.now() - closedAt >= graceMs) server.closeIdleConnections()
  }, 100)
  const force = setTimeout(() => server.closeAllConnections(), graceMs + 10_000)
  await stopAccepting(server)
  clearInterval(idle)
  clearTimeout(force)
  for (const release of undo.reverse())
    await release().catch((error: unknown) => log.error({ err: error }, 'stopping'))
  process.exit(code)
}

function settingsOrExit(): Environment {
  try {
    return readEnvironment()
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    if (process.env.NODE_ENV === 'production' && !process.stdout.isTTY) makeLog('fatal').fatal(sentence)
    else console.error(sentence)
    process.exit(1)
  }
}
