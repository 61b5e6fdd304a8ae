import { type LookupAddress, lookup } from 'node:dns'
import { lookup as find } from 'node:dns/promises'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { inCallSpan, traceHeaders } from '../tracing.ts'
import { newWebhookSecret, type SignedMessage, signatureHeaders } from './messageSignature.ts'

/** How long a receiver may take to answer. */
const CALL_SECONDS = 10

/**
 * The result of an attempt: the status of the answer, or `null` without one; why the message was not accepted, in a sentence; and
 * how long it took.
 */
export type Attempted = { status: number | null; problem: string | null; ms: number }

/** Sends messages to addresses that users have entered. Never call the first two inside a transaction. */
export type WebhookSender = {
  /** Why this address may not be called, in a sentence; `null` if it may. Looks the host up. */
  refusalOf: (address: string) => Promise<string | null>
  /** Posts JSON. Only 2xx is an acceptance; redirects are not followed, and the body of the answer is not read. */
  send: (address: string, message: SignedMessage) => Promise<Attempted>
  newSecret: () => string
}

const PRIVATE =
  'This host is in a private network. An operator can allow it in the setting WEBHOOK_PRIVATE_HOSTS.'
const UNKNOWN_HOST = 'This host was not found'
const PLAIN =
  'Use an address that begins with https://. Plain http is only for the hosts in the setting WEBHOOK_PRIVATE_HOSTS.'

/**
 * `privateHosts` are hosts, with the port if it is not the standard one, that may be in a private network and without TLS. For all
 * others, every address of the host must be public at the moment of the connection, so that changing the DNS record after the
 * webhook was added does not help.
 */
export function makeWebhookSender(privateHosts: readonly string[], seconds = CALL_SECONDS): WebhookSender {
  const isPrivate = (url: URL) => privateHosts.includes(url.host)

  return {
    refusalOf: async (address) => {
      const url = new URL(address)
      if (isPrivate(url)) return null
      if (url.protocol !== 'https:') return PLAIN
      const found = await find(bareHost(url), { all: true }).catch(() => null)
      if (!found) return UNKNOWN_HOST
      return found.every(isPublic) ? null : PRIVATE
    },
    send: async (address, message) => {
      const url = new URL(address)
      const { body } = message
      const startedAt = performance.now()
      const sent = () => {
        const headers = { ...signatureHeaders(message), ...traceHeaders() }
        return post(url, { body, headers, isPrivate: isPrivate(url), seconds })
      }
      const result = await inCallSpan('webhook send', sent).catch((error) => problemOf(error, seconds))
      return { ...result, ms: Math.round(performance.now() - startedAt) }
    },
    newSecret: newWebhookSecret,
  }
}

type Posted = { body: string; headers: Record<string, string>; isPrivate: boolean; seconds: number }

async function post(url: URL, { body, headers, isPrivate, seconds }: Posted): Promise<Omit<Attempted, 'ms'>> {
  // A connection to an address in numbers needs no lookup, so it is checked here.
  const literal = bareHost(url)
  if (!isPrivate && (url.protocol !== 'https:' || (isIP(literal) && !isPublic({ address: literal }))))
    throw new NotPublic()
  const status = await new Promise<number>((resolve, reject) => {
    const request = url.protocol === 'https:' ? tlsRequest : plainRequest
    const call = request(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(seconds * 1000),
      ...(!isPrivate && { lookup: publicOnly }),
    })
    call.on('response', (response) => {
      response.on('error', () => {}) // the rest of the answer does not matter
      resolve(response.statusCode ?? 0)
      call.destroy()
    })
    call.on('error', reject)
    call.end(body)
  })
  if (status >= 200 && status < 300) return { status, problem: null }
  const redirected = status >= 300 && status < 400 ? '. Redirects are not followed' : ''
  return { status, problem: `It answered ${status}${redirected}` }
}

/** The host without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const isPublic = ({ address }: Pick<LookupAddress, 'address'>): boolean =>
  ipaddr.process(address).range() === 'unicast'

class NotPublic extends Error {}

/** Finds a host's addresses and fails if one of them is not public. */
const publicOnly: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) return done(error ?? new Error('no address'), '', 0)
    if (!found.every(isPublic)) return done(new NotPublic(), '', 0)
    if (options.all) return done(null, found)
    done(null, first.address, first.family)
  })

/** Codes of OpenSSL for certificates that are not valid, and Node's own for one of another host. */
const CERTIFICATE = /CERT|ISSUER|SIGNATURE|INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME/

function problemOf(error: Error & { code?: string }, seconds: number): Omit<Attempted, 'ms'> {
  const { name, code } = error
  const problem =
    error instanceof NotPublic
      ? PRIVATE
      : name === 'AbortError' || name === 'TimeoutError'
        ? `It did not answer within ${seconds} seconds`
        : code === 'ENOTFOUND'
          ? UNKNOWN_HOST
          : CERTIFICATE.test(code ?? '')
            ? `Its certificate is not valid (${code})`
            : `It cannot be reached (${code ?? name})`
  return { status: null, problem }
}
