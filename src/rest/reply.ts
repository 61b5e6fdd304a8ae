import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure, httpStatus, statusOf } from '#domain/errors.ts'
import { PAGE } from '#domain/paging.ts'
import type { ErrorResponse, GraphQLContext } from '#graphql/execute.ts'
import { sendPieces } from '#http/sending.ts'
import { rangeOf } from './range.ts'
import type { AnsweredFile, Call, Connection, FileContent } from './route.ts'

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  })
  res.end(text)
}

/** Sets the headers that the request has collected, and the cookies that signing in or out has changed. */
export async function setHeaders(
  res: ServerResponse,
  context: Pick<GraphQLContext, 'setCookies' | 'answerHeaders'> | undefined,
): Promise<void> {
  for (const [name, value] of context?.answerHeaders ?? []) res.setHeader(name, value)
  const cookies = (await context?.setCookies()) ?? []
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
}

/** Sends the JSON error of DECISIONS. A response that has begun is cut off, so that the client sees it is incomplete. */
export async function sendFailure(
  res: ServerResponse,
  failure: ErrorResponse,
  context: GraphQLContext | undefined,
): Promise<void> {
  if (res.headersSent) {
    res.destroy()
    return
  }
  await setHeaders(res, context)
  const retryAfter = httpStatus(failure.code) === statusOf.unavailable ? 5 : failure.retryAfter
  if (retryAfter !== undefined) res.setHeader('Retry-After', String(retryAfter))
  const { retryAfter: _, ...body } = failure
  sendJson(res, httpStatus(failure.code), body)
}

/** Sends a file as an attachment. A streamed file is read as fast as the client reads. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { content, mimeType, fileName, keptSeconds }: AnsweredFile,
): Promise<void> {
  if (keptSeconds) res.setHeader('Cache-Control', `private, max-age=${keptSeconds}`)
  const headers = attachment(mimeType, fileName)
  if (!Buffer.isBuffer(content)) return sendContent(req, res, content, headers)
  res.writeHead(200, { 'Content-Length': content.length, ...headers })
  res.end(content)
}

/** Sends the whole file or the requested range. */
async function sendContent(
  req: IncomingMessage,
  res: ServerResponse,
  { fileSize, tag, read }: FileContent,
  headers: Record<string, string>,
): Promise<void> {
  const isHead = req.method === 'HEAD'
  const range = isHead ? null : rangeOf(req, fileSize, tag)
  res.setHeader('Accept-Ranges', 'bytes')
  res.setHeader('ETag', tag)
  if (range === 'outside') {
    res.setHeader('Content-Range', `bytes */${fileSize}`)
    return sendJson(res, 416, { message: `The file has ${fileSize} bytes, and none of those asked for` })
  }
  if (range) res.setHeader('Content-Range', `bytes ${range.start}-${range.end - 1}/${fileSize}`)
  const length = range ? range.end - range.start : fileSize
  res.writeHead(range ? 206 : 200, { 'Content-Length': length, ...headers })
  if (isHead) res.end()
  else await sendPieces(res, read(range ?? undefined))
}

/** Headers of a download, which browsers save and never show as one of our pages. */
export const attachment = (mimeType: string, fileName: string) => ({
  'Content-Type': mimeType,
  // RFC 6266 with the RFC 8187 form, and a plain name for old readers.
  'Content-Disposition': `attachment; filename="${asciiName(fileName)}"; filename*=UTF-8''${extValue(fileName)}`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
})

const asciiName = (name: string) => name.replace(/[^A-Za-z0-9._-]+/g, '_')
const extValue = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

type ReadPage = (page: { first: number; after?: string }) => Promise<Connection>

/** Whether the request is for one page of a list. */
export const isPaged = ({ query }: Pick<Call, 'query'>): boolean => query.has('limit') || query.has('after')

/** The whole list, streamed page by page; or one page, with a Link to the next, when `limit` or `after` asks for it. */
export async function sendList(
  res: ServerResponse,
  { query }: Call,
  read: ReadPage,
  url: URL,
): Promise<void> {
  const after = query.get('after') ?? undefined
  if (isPaged({ query })) {
    const page = await read({ first: limitOf(query.get('limit')), ...(after !== undefined && { after }) })
    if (page.pageInfo.hasNextPage) res.setHeader('Link', `<${nextPage(url, page)}>; rel="next"`)
    return sendJson(
      res,
      200,
      page.edges.map(({ node }) => node),
    )
  }
  // The first page is loaded before anything is sent, so that an error still has its own status.
  const first = await read({ first: PAGE.max })
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' })
  await pipeline(Readable.from(wholeList(first, read)), res)
}

function limitOf(text: string | null): number {
  if (text === null) return PAGE.size
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= PAGE.max) return limit
  const message = `limit must be a whole number from 1 to ${PAGE.max}`
  throw new Failure('invalid', message, { fields: { limit: message } })
}

function nextPage(url: URL, { pageInfo }: Connection): string {
  const query = new URLSearchParams(url.searchParams)
  query.set('after', pageInfo.endCursor ?? '')
  return `${url.pathname}?${query}`
}

async function* wholeList(first: Connection, read: ReadPage): AsyncGenerator<string> {
  let page = first
  let before = '['
  for (;;) {
    yield before + page.edges.map(({ node }) => JSON.stringify(node)).join(',')
    if (page.edges.length > 0) before = ','
    if (!page.pageInfo.hasNextPage || !page.pageInfo.endCursor) break
    page = await read({ first: PAGE.max, after: page.pageInfo.endCursor })
  }
  yield ']'
}
