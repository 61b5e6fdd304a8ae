import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Failure } from '#domain/errors.ts'
import { refuseTooManyValues } from '#domain/valueLimits.ts'
import {
  BODY_MAX,
  isPacked,
  mediaType,
  NOT_JSON,
  NOT_UTF8,
  PACKED,
  readWithin,
  TOO_LARGE,
} from '#http/body.ts'
import type { JsonObject } from './route.ts'

/**
 * The JSON object in the body; a call without a body is an empty object and needs no type. Throws
 * `unsupported`, `too_large` or `invalid`.
 */
export async function readBody(req: IncomingMessage): Promise<JsonObject> {
  if (isPacked(req)) throw new Failure('unsupported', PACKED)
  const body = await readWithin(req, BODY_MAX)
  if (!body) throw new Failure('too_large', TOO_LARGE)
  if (body.length === 0) return {}
  if (mediaType(req.headers['content-type']) !== 'application/json')
    throw new Failure('unsupported', NOT_JSON)
  if (!isUtf8(body)) throw new Failure('invalid', NOT_UTF8)
  const value = parsed(body.toString('utf8'))
  refuseTooManyValues(value, 'the body')
  return value
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
