import { createServer, type Server } from 'node:http'
import { makeTraffic } from '#http/traffic.ts'
import type { InstallationSources } from '#infra/installationMetrics.ts'
import { type DatabaseGauges, type EndpointName, type Metrics, makeMetrics } from '#infra/metrics.ts'

/** The metrics of this process, and the observer of requests that feeds them. */
export type Measured = { metrics: Metrics; traffic: ReturnType<typeof makeTraffic<EndpointName>> }

/** Creates the metrics. `openConnections` returns the number of open connections to the server. */
export function openMetrics(
  openConnections: () => Promise<number>,
  database?: DatabaseGauges,
  installation?: InstallationSources,
): Measured {
  const traffic = makeTraffic<EndpointName>((...seen) => metrics.answered(...seen))
  const metrics = makeMetrics({ openStreams: traffic.openStreams, openConnections, database, installation })
  return { metrics, traffic }
}

/** Serves `/metrics` on a separate port for the operator. */
export function serveMetrics({ text, contentType }: Metrics, port: number, host: string): Promise<Server> {
  const server = createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end()
    text().then(
      (body) => res.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(body),
      () => res.writeHead(500).end(),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}
