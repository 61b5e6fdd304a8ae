import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'

/** A line to PostgreSQL that can be cut and restored. */
export type DatabaseLine = {
  /** The same login and database over the line. */
  url: string
  cut: () => void
  restore: () => void
  close: () => void
}

/** Opens a TCP line to the server of this URL. While it is cut, connections end at once. */
export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const { host, port } = new Client({ connectionString: databaseUrl })
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    near.on('error', () => {})
    if (isCut) return void near.destroy()
    const far = connect(target).on('error', () => near.destroy())
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    restore: () => {
      isCut = false
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
