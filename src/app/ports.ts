import { createServer, Server } from 'node:net'

/**
 * Rejects with a sentence for the operator if another program has the port. The port is free again afterward, and
 * another program could still take it before the server listens.
 */
export async function assertPortFree(port: number, host: string): Promise<void> {
  const probe = createServer()
  await listen(probe, port, host)
  await close(probe)
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
 * The port closes right after the event loop has accepted waiting connections, because the system resets those that are
 * still waiting then.
 */
export const stopAccepting = (server: Server): Promise<void> =>
  new Promise((resolve) => setImmediate(() => Server.prototype.close.call(server, () => resolve())))

const portInUse = (port: number) =>
  new Error(
    `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`,
  )
