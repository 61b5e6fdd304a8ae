import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type InstallationSources, measureInstallation } from './installationMetrics.ts'

/** Which part of the site answered. */
export type EndpointName = 'graphql' | 'rest' | 'page' | 'asset'

/** Prometheus metrics of a process. Labels are constants of this code, never an ID, a path or patient data. */
export type Metrics = {
  answered: (endpoint: EndpointName, status: number, seconds: number) => void
  /** Counts a failure returned to a caller, by its code. */
  failed: (code: string) => void
  /** Counts a connection closed by the server, by the reason. */
  cutOff: (reason: string) => void
  /** Everything measured so far, in Prometheus's text format. */
  text: () => Promise<string>
  contentType: string
}

/** The state of the application's connections to the database, and the most that this process opens for everything. */
export type DatabaseGauges = {
  inUse: () => number
  idle: () => number
  /** Requests and jobs that wait for a connection. */
  waiting: () => number
  most: number
}

type Gauges = {
  openStreams: () => number
  openConnections: () => Promise<number>
  database?: DatabaseGauges | undefined
  installation?: InstallationSources | undefined
}

/** Creates the metrics. Gauges are read when the metrics are requested. */
export function makeMetrics({ openStreams, openConnections, database, installation }: Gauges): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'caseload_request_duration_seconds',
    help: 'Time from a request to the end of its answer, live streams excepted',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const failures = new Counter({
    name: 'caseload_failures_total',
    help: 'Failures returned to callers, by code',
    labelNames: ['code'],
    registers,
  })
  new Gauge({
    name: 'caseload_open_streams',
    help: 'Live streams that are open',
    registers,
    collect() {
      this.set(openStreams())
    },
  })
  new Gauge({
    name: 'caseload_open_connections',
    help: 'Connections that are open',
    registers,
    async collect() {
      this.set(await openConnections())
    },
  })
  if (database) countDatabase(database, registers)
  if (installation) measureInstallation(registers, installation)
  const cutOffs = new Counter({
    name: 'caseload_cut_off_total',
    help: 'Connections refused, readers cut off and request bodies refused, by reason',
    labelNames: ['reason'],
    registers,
  })
  return {
    answered: (endpoint, status, seconds) =>
      requests.observe({ endpoint, status: `${Math.floor(status / 100)}xx` }, seconds),
    failed: (code) => failures.inc({ code }),
    cutOff: (reason) => cutOffs.inc({ reason }),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}

function countDatabase({ inUse, idle, waiting, most }: DatabaseGauges, registers: Registry[]): void {
  new Gauge({
    name: 'caseload_database_pool_connections',
    help: 'Connections of requests and jobs to the database, by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, inUse())
      this.set({ state: 'idle' }, idle())
    },
  })
  new Gauge({
    name: 'caseload_database_pool_waiting',
    help: 'Requests and jobs that wait for a connection to the database',
    registers,
    collect() {
      this.set(waiting())
    },
  })
  new Gauge({
    name: 'caseload_database_connections_max',
    help: 'The most connections to the database that this process opens (DATABASE_CONNECTIONS)',
    registers,
  }).set(most)
}
