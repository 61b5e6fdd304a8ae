import { Agent, type IncomingMessage, request as open } from 'node:http'
import autocannon from 'autocannon'
import { type BenchRequest, isGood } from './requests.ts'

/** One response. Both times are in milliseconds from sending: to the first byte of the body, and to its end. */
export type Answer = { firstByteMs: number; totalMs: number; body: string }

/** Keeps its connections open for the next requests. */
export const newAgent = (sockets = 1) =>
  new Agent({ keepAlive: true, maxSockets: sockets, maxFreeSockets: sockets })

/** Sends one request. Rejects if the response is cut off, or with `UnexpectedAnswer` if it is not the expected one. */
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

/** The response is complete, but not the expected one. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer'
}

const unexpected = ({ method, url }: BenchRequest, { statusCode }: IncomingMessage, body: string) =>
  new UnexpectedAnswer(`${method} ${url} responded with ${statusCode}: ${body.slice(0, 300)}`)

/** Sends `count` requests one after another over one connection. */
export async function askInTurn(count: number, next: (index: number) => BenchRequest): Promise<Answer[]> {
  const agent = newAgent()
  const answers: Answer[] = []
  for (let index = 0; index < count; index += 1) answers.push(await ask(agent, next(index)))
  agent.destroy()
  return answers
}

/** Sends one request again and again for `seconds`, over one connection. */
export async function askFor(seconds: number, request: BenchRequest): Promise<Answer[]> {
  const agent = newAgent()
  const answers: Answer[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end; )
    answers.push(await ask(agent, request))
  agent.destroy()
  return answers
}

/** The throughput, latencies in milliseconds and failed requests of one load test. */
export type Load = { perSecond: number; p50: number; p99: number; errors: number; answers: number }

/**
 * Sends a request over `connections` connections for `seconds`, as fast as the responses come or `overallRate` times a
 * second, and checks how each response begins.
 */
export async function load(
  request: BenchRequest,
  connections: number,
  seconds: number,
  overallRate?: number,
): Promise<Load> {
  const { begins, ...sent } = request
  const result = await autocannon({
    ...sent,
    connections,
    duration: seconds,
    ...(overallRate && { overallRate }),
    verifyBody: (body) => body.startsWith(begins),
  })
  return {
    perSecond: result['2xx'] / result.duration,
    answers: result['2xx'],
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.mismatches + result.non2xx,
  }
}
