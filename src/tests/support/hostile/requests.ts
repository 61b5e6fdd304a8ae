import * as documents from './graphqlDocuments.ts'
import { head } from './sockets.ts'

/** A raw HTTP request for a separate connection, and its name. */
export type RawRequest = { name: string; bytes: Buffer }

const request = (name: string, start: string, body: Buffer | string = ''): RawRequest => ({
  name,
  bytes: Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from(body)]),
})

/** A POST request with this body, sent in one chunk. */
const posted = (name: string, path: string, body: Buffer, type = 'application/json'): RawRequest =>
  request(
    name,
    head(`POST ${path}`, 'Connection: close', `Content-Type: ${type}`, `Content-Length: ${body.length}`),
    body,
  )

const { fragmentChain, fragmentCycle, aliasFlood, directiveFlood, overlappingFields } = documents
const { deepVariables, wideVariables, hugeName, hugeLiteral, hugeComment, invalidUtf8 } = documents

/** GraphQL requests that would be expensive to parse, validate or run without limits. */
export const graphqlRequests = (): RawRequest[] =>
  [
    fragmentChain(26),
    fragmentCycle(50),
    aliasFlood(1_000),
    directiveFlood(1_000),
    overlappingFields(500),
    deepVariables(5_000),
    wideVariables(50_000),
    hugeName(100_000),
    hugeLiteral(500_000),
    hugeComment(500_000),
    invalidUtf8(),
  ].map(({ name, body }) => posted(name, '/graphql', body))

/** A document that is in no cache, because each number gives a different one. */
export const distinctDocument = (number: number): RawRequest => {
  const { name, body } = documents.invalidDocument(number, 4_000)
  return posted(name, '/graphql', body)
}

const nested = Buffer.from(`${'{"a":['.repeat(20_000)}1${']}'.repeat(20_000)}`)
const wide = Buffer.from(
  JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, n]))),
)
const broken = Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x3a, 0x31, 0x7d])
const formOf = (fields: number) => Buffer.from(Array.from({ length: fields }, (_, n) => `f${n}=x`).join('&'))
const longName = Buffer.from(
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${'y'.repeat(70_000)}"\r\n\r\nfile\r\n--x--\r\n`,
)

/** HTTP requests to every kind of endpoint that are large, deeply nested, malformed or ambiguous. */
export const httpRequests = (): RawRequest[] => [
  ...['/api/auth/login', '/api/patients', '/graphql'].flatMap((path) => [
    posted(`deep JSON at ${path}`, path, nested),
    posted(`wide JSON at ${path}`, path, wide),
    posted(`no UTF-8 at ${path}`, path, broken),
  ]),
  posted('a form of many fields', '/', formOf(50_000), 'application/x-www-form-urlencoded'),
  posted('a broken file form', '/verify', Buffer.alloc(900_000, '-'), 'multipart/form-data; boundary=x'),
  posted('a file form with a large header', '/verify', longName, 'multipart/form-data; boundary=x'),
  posted('a forged webhook', '/api/webhooks/docusign', wide),
  request('many headers', head('GET /', ...Array.from({ length: 2_000 }, (_, n) => `X-${n}: y`))),
  request('a large header', head('GET /', `X-Big: ${'y'.repeat(100_000)}`)),
  request('a large cookie', head('GET /', 'Connection: close', `Cookie: caseload=${'y'.repeat(15_000)}`)),
  request('a long address', head(`GET /${'a/'.repeat(7_000)}`, 'Connection: close')),
  request('a URL with many parameters', head(`GET /patients?${'a=b&'.repeat(3_500)}`, 'Connection: close')),
  request('escapes that are no text', head('GET /%ff%fe%c3%28', 'Connection: close')),
  request('two hosts', head('GET /', 'Host: evil', 'Connection: close')),
  request('no request at all', Buffer.alloc(10_000, 0xff).toString('latin1')),
  request('a thousand requests at once', head('GET /api/patients').repeat(1_000)),
]
