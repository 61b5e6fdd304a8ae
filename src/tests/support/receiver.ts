import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A message as the receiver got it. */
export type Received = { headers: IncomingHttpHeaders; body: string }

/** How a receiver answers the requests from now on. The default accepts. */
type Answer = (res: ServerResponse, received: Received) => unknown

export const accept: Answer = (res) => res.writeHead(204).end()
export const refuseWith =
  (status: number, headers = {}): Answer =>
  (res) =>
    res.writeHead(status, headers).end('no')

/** Starts a receiver of webhooks on a port of this machine, any free one by default. `host` has the port. */
export async function startReceiver(port = 0) {
  const received: Received[] = []
  let answer = accept
  const server = createServer(async (req, res) => {
    const body = (await buffer(req)).toString('utf8')
    const one = { headers: req.headers, body }
    received.push(one)
    await answer(res, one)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/changes`,
    received,
    /** The changes in the received messages, in their order. */
    changes: () => received.flatMap(({ body }) => JSON.parse(body).data.changes ?? []),
    answers: (next: Answer) => {
      answer = next
    },
    close,
  }
}
