import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'

type Kept = { content: Buffer; at: Date; lock?: Record<string, string> }
type Half = { key: string; parts: Map<number, Buffer>; at: Date }
type Answer = { status: number; xml?: string; body?: Buffer; headers?: Record<string, string> }
type Call = {
  method: string
  key: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A received call, to count or to spoil: with a status, with another answer, or by cutting the connection. */
export type SeenCall = Pick<Call, 'method' | 'key'> & { range: string | undefined; query: string }

const PART_MIN = 5 * 2 ** 20
/** Small, so that a test sees a second page without a thousand objects. */
const PAGE = 3

const failure = (status: number, code: string): Answer => ({
  status,
  xml: `<Error><Code>${code}</Code><Message>${code}</Message><RequestId>${randomUUID()}</RequestId></Error>`,
})
const tagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

function lockIn(headers: IncomingMessage['headers']): Record<string, string> | undefined {
  const names = ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date']
  const found = names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** A server that implements the part of Amazon S3 that Caseload uses: one bucket, path style. */
export async function openS3(bucket = 'records') {
  const objects = new Map<string, Kept>()
  const halves = new Map<string, Half>()
  const seen: SeenCall[] = []
  const contract = {
    spoil: (_call: SeenCall): number | 'cut' | Answer | undefined => undefined,
    now: () => new Date(),
    /** Whether the bucket keeps Object Lock, refuses it, or ignores it as a store that does not know it. */
    objectLock: 'kept' as 'kept' | 'refused' | 'ignored',
  }

  function answerObject({ method, key, query, headers, body }: Call): Answer {
    const uploadId = query.get('uploadId')
    if (method === 'POST' && query.has('uploads')) return begin(key)
    if (uploadId !== null) return answerPart(uploadId, { method, key, query, headers, body })
    if (method === 'PUT') {
      const lock = lockIn(headers)
      if (lock && contract.objectLock === 'refused') return failure(400, 'InvalidRequest')
      // S3 requires a checksum of an object that is locked.
      const sha256 = createHash('sha256').update(body).digest('base64')
      if (lock && headers['x-amz-checksum-sha256'] !== sha256) return failure(400, 'InvalidRequest')
      const isLocked = lock && contract.objectLock === 'kept'
      objects.set(key, { content: body, at: contract.now(), ...(isLocked && { lock }) })
      return { status: 200, headers: { ETag: tagOf(body) } }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const kept = objects.get(key)
    if (!kept) return failure(404, 'NoSuchKey')
    return ranged(kept, headers.range)
  }

  function begin(key: string): Answer {
    const id = randomUUID()
    halves.set(id, { key, parts: new Map(), at: contract.now() })
    const xml = `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
    return { status: 200, xml }
  }

  function answerPart(id: string, { method, key, query, body }: Call): Answer {
    const half = halves.get(id)
    if (!half || half.key !== key) return failure(404, 'NoSuchUpload')
    if (method === 'DELETE') {
      halves.delete(id)
      return { status: 204 }
    }
    if (method === 'PUT') {
      half.parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { ETag: tagOf(body) } }
    }
    return complete(id, half, body.toString())
  }

  function complete(id: string, { key, parts }: Half, body: string): Answer {
    const named = [...body.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      tag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }))
    const contents = named.map(({ number }) => parts.get(number))
    if (named.some(({ tag }, index) => !contents[index] || tagOf(contents[index]) !== tag))
      return failure(400, 'InvalidPart')
    if (contents.slice(0, -1).some((part) => (part?.length ?? 0) < PART_MIN))
      return failure(400, 'EntityTooSmall')
    const content = Buffer.concat(contents as Buffer[])
    objects.set(key, { content, at: contract.now() })
    halves.delete(id)
    const xml = `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${tagOf(content)}</ETag></CompleteMultipartUploadResult>`
    return { status: 200, xml }
  }

  function answerBucket({ query }: Call): Answer {
    const prefix = query.get('prefix') ?? ''
    if (query.has('uploads')) {
      const found = [...halves].filter(([, { key }]) => key.startsWith(prefix))
      const after = found.findIndex(([id]) => id === query.get('upload-id-marker')) + 1
      const shown = found.slice(after, after + PAGE)
      const [lastId, last] = shown.at(-1) ?? []
      const rows = shown.map(
        ([id, { key, at }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
      )
      const more = after + PAGE < found.length
      const marks = more
        ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>`
        : ''
      return {
        status: 200,
        xml: `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${marks}${rows.join('')}</ListMultipartUploadsResult>`,
      }
    }
    // The token is the last key, as in S3: objects may be deleted between two pages.
    const token = query.get('continuation-token') ?? ''
    const delimiter = query.get('delimiter')
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(prefix) && key > token)
      .filter((key) => !delimiter || !key.slice(prefix.length).includes(delimiter))
      .sort()
    const shown = keys.slice(0, PAGE)
    const rows = shown.map((key) => {
      const { content, at } = objects.get(key) as Kept
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`
    })
    const more = keys.length > PAGE
    const next = more ? `<NextContinuationToken>${escaped(shown.at(-1) ?? '')}</NextContinuationToken>` : ''
    return {
      status: 200,
      xml: `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`,
    }
  }

  function answer(call: Call, name: string): Answer {
    if (!/^AWS4-HMAC-SHA256 Credential=test-key\//.test(call.headers.authorization ?? ''))
      return failure(403, 'AccessDenied')
    if (name !== bucket) return failure(404, 'NoSuchBucket')
    return call.key === '' ? answerBucket(call) : answerObject(call)
  }

  const server = createServer(async (req, res) => {
    const { pathname, searchParams: query } = new URL(req.url ?? '/', 'http://localhost')
    const [, name = '', ...rest] = pathname.split('/')
    const call: Call = {
      method: req.method ?? '',
      key: decodeURIComponent(rest.join('/')),
      query,
      headers: req.headers,
      body: Buffer.concat(await Array.fromAsync(req as AsyncIterable<Buffer>).catch(() => [])),
    }
    const request = { method: call.method, key: call.key, range: req.headers.range, query: query.toString() }
    seen.push(request)
    const fault = contract.spoil(request)
    if (fault === 'cut') return void res.destroy()
    if (typeof fault === 'object') return send(req, res, fault)
    send(req, res, fault ? failure(fault, 'SlowDown') : answer(call, name))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { bucket, region: 'us-east-1', endpoint, prefix: 'clinic/records/' },
    objects,
    halves,
    seen,
    contract,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof openS3>>

/** Answers with which another server replies in place of S3, such as a proxy or the wrong port. */
export const notFromS3: [string, Answer][] = [
  ['a page', { status: 200, xml: '<!doctype html><html><body>Sign in to the network</body></html>' }],
  ['empty', { status: 200 }],
  ['without content', { status: 204 }],
  ['cut off', { status: 200, xml: '<ListBucketResult><IsTruncated>tr' }],
  ['JSON', { status: 200, body: Buffer.from('{"ok":true}') }],
  ['a redirect', { status: 301, xml: '<html></html>' }],
  ['a refusal', { status: 403, xml: '<html></html>' }],
  ['a page that does not exist', { status: 404, xml: '<html></html>' }],
  ['an error without its end', { status: 500, xml: '<Error><Code>' }],
]

/** The credentials that the server accepts, as settings of the SDK. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'test-key', AWS_SECRET_ACCESS_KEY: 'test-secret' }

/** Such a server for one test, whose process has the credentials. */
export async function openTestS3(bucket?: string): Promise<S3Server> {
  for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value)
  const server = await openS3(bucket)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    return server.close()
  })
  return server
}

function ranged({ content, at, lock }: Kept, range: string | undefined): Answer {
  const headers = { ETag: tagOf(content), 'Last-Modified': at.toUTCString(), ...lock }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (first === undefined) return { status: 200, body: content, headers }
  if (Number(first) >= content.length) return failure(416, 'InvalidRange')
  const end = Math.min(Number(last) + 1, content.length)
  const contentRange = `bytes ${first}-${end - 1}/${content.length}`
  return {
    status: 206,
    body: content.subarray(Number(first), end),
    headers: { ...headers, 'Content-Range': contentRange },
  }
}

function send(req: IncomingMessage, res: ServerResponse, { status, xml, body, headers }: Answer): void {
  const content = body ?? Buffer.from(xml ? `<?xml version="1.0" encoding="UTF-8"?>\n${xml}` : '')
  res.writeHead(status, {
    ...headers,
    ...(status !== 204 && { 'Content-Length': content.length }),
    ...(xml && { 'Content-Type': 'application/xml' }),
  })
  res.end(req.method === 'HEAD' || status === 204 ? undefined : content)
}
