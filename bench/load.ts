import { Agent, type IncomingMessage, request as open } from 'node:http'
import autocannon from 'autocannon'
import { type BenchRequest, isGood } from './requests.ts'

/** One answer. Milliseconds from sending: to the first byte of the body, and to its end. */
export type Answer = { firstByteMs: number; totalMs: number; body: string }

/** Keeps every connection it has opened. */
export const newAgent = (sockets = 1) =>
  new Agent({ keepAlive: true, maxSockets: sockets, maxFreeSockets: sockets })

/** Sends one request; rejects when the answer is cut off, or with UnexpectedAnswer when it is not the one expected. */
export function ask(agent: Agent, request: BenchRequest): Promise<Answer> {
  const { url, method, headers, body } = request
  return new Promise((done, fail) => {
    const began = performance.now()
    const sent = open(url, { agent, method, headers: withLength(headers, body) }, (answer) => {
      let firstByteMs = 0
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => {
        firstByteMs ||= performance.now() - began
        parts.push(part)
      })
      answer.once('error', fail)
      answer.once('end', () => {
        const totalMs = performance.now() - began
        const text = Buffer.concat(parts).toString()
        if (isGood(request, answer, text)) done({ firstByteMs, totalMs, body: text })
        else fail(unexpected(request, answer, text))
      })
    })
    sent.once('error', fail)
    sent.end(body)
  })
}

const withLength = (headers: Record<string, string>, body: string | undefined) =>
  body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }

/** A whole answer, but not the one expected. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer'
}

const unexpected = ({ method, url }: BenchRequest, { statusCode }: IncomingMessage, body: string) =>
  new UnexpectedAnswer(`${method} ${url} answered ${statusCode}: ${body.slice(0, 300)}`)

/** Asks one after another over one connection, `count` times, for whatever `next` says. */
export async function askInTurn(count: number, next: (index: number) => BenchRequest): Promise<Answer[]> {
  const agent = newAgent()
  const answers: Answer[] = []
  for (let index = 0; index < count; index += 1) answers.push(await ask(agent, next(index)))
  agent.destroy()
  return answers
}

/** The same for as many seconds. */
export async function askFor(seconds: number, request: BenchRequest): Promise<Answer[]> {
  const agent = newAgent()
  const answers: Answer[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end; )
    answers.push(await ask(agent, request))
  agent.destroy()
  return answers
}

/** What a server did under many connections at once. */
export type Load = { perSecond: number; p50: number; p99: number; errors: number }

/** Keeps `connections` busy for as many seconds; every answer's beginning is looked at. */
export async function load(request: BenchRequest, connections: number, seconds: number): Promise<Load> {
  const { begins, ...sent } = request
  const result = await autocannon({
    ...sent,
    connections,
    duration: seconds,
    verifyBody: (body) => body.startsWith(begins),
  })
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.mismatches + result.non2xx,
  }
}
