import { once } from 'node:events'
import { connect, Server } from 'node:net'

/**
 * Rejects with a sentence for the operator if another program answers at the port. Only connects to it: to open it for a
 * moment would let a proxy connect before the server can serve. Another program could still take the port afterward.
 */
export async function assertPortFree(port: number, host: string): Promise<void> {
  const probe = connect(port, host)
  const isConnected = await once(probe, 'connect', { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  )
  // A connection to a free port of this machine can by chance come from that same port.
  const isInUse = isConnected && probe.localPort !== port
  probe.destroy()
  if (isInUse) throw portInUse(port)
}

/** Opens the port. Rejects with a sentence for the operator if another program has it. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portInUse(port) : error)
    })
    server.listen(port, host, resolve)
  })
}

/** Closes the port and waits for its connections. A server that does not listen is closed already. */
export const close = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()))

/**
 * Closes the port like `close`, but leaves idle connections of an HTTP server open. A proxy may be sending a request on one.
 * The system resets connections that the event loop has not accepted by then, so the port closes when the loop has nothing to do.
 */
export async function stopAccepting(server: Server): Promise<void> {
  await idleMoment()
  await new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()))
}

/** A pass of the event loop that takes less time did no work. */
const IDLE_PASS_MS = 0.5
const IDLE_WAIT_MS = 2_000

/** Waits for a pass of the event loop without work, for a limited time. */
async function idleMoment(): Promise<void> {
  const restOfPass = () => new Promise<void>((done) => setImmediate(done))
  const end = performance.now() + IDLE_WAIT_MS
  await restOfPass()
  while (performance.now() < end) {
    const began = performance.now()
    await restOfPass()
    if (performance.now() - began < IDLE_PASS_MS) return
  }
}

const portInUse = (port: number) =>
  new Error(
    `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`,
  )
