import type { IncomingMessage } from 'node:http'
import { Failure } from '#domain/errors.ts'
import { BODY_MAX, isPacked, mediaType, NOT_JSON, PACKED, TOO_LARGE } from '#http/body.ts'
import type { JsonObject } from './route.ts'

/**
 * The JSON object in the body; a call without a body is an empty object and needs no type. Throws
 * `unsupported`, `too_large` or `invalid`.
 */
export async function readBody(req: IncomingMessage): Promise<JsonObject> {
  if (isPacked(req)) throw new Failure('unsupported', PACKED)
  const declared = Number(req.headers['content-length'] ?? 0)
  if (declared > BODY_MAX) throw tooLarge()
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length
    if (size > BODY_MAX) throw tooLarge()
    parts.push(part)
  }
  if (size === 0) return {}
  if (mediaType(req.headers['content-type']) !== 'application/json')
    throw new Failure('unsupported', NOT_JSON)
  return parsed(Buffer.concat(parts).toString('utf8'))
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as JsonObject
  } catch (cause) {
    throw new Failure('invalid', 'The body is not valid JSON', { cause })
  }
  throw new Failure('invalid', 'The body must be a JSON object')
}

const tooLarge = () => new Failure('too_large', TOO_LARGE)
