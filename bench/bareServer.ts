import { createServer, type IncomingMessage } from 'node:http'

/** Serves JSON on bare node:http: what `answer` returns for a session ID, or 401 for `null`. */
export function serveBare(answer: (sid: string, req: IncomingMessage) => Promise<object | null>): void {
  const server = createServer((req, res) => {
    if (req.url === '/healthz') return res.end('alive')
    const sid = req.headers.cookie?.replace('caseload=', '') ?? ''
    return answer(sid, req).then(
      (body) => {
        const text = JSON.stringify(body)
        res.writeHead(body === null ? 401 : 200, {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(text),
        })
        res.end(text)
      },
      (error: unknown) => {
        console.error(error)
        res.writeHead(500).end()
      },
    )
  })
  server.listen(Number(process.env.PORT), '127.0.0.1')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
}
