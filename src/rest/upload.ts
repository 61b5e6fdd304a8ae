import type { IncomingMessage } from 'node:http'
import { Failure } from '#domain/errors.ts'
import { NO_FILE } from '#domain/records/inputs.ts'
import type { FileTransport, GraphQLContext } from '#graphql/execute.ts'
import { isPacked, mediaType, PACKED } from '#http/body.ts'
import { countAsStreamed } from '#http/connections.ts'
import { BadForm, NOT_A_FORM, readForm } from '#http/multipart.ts'
import type { JsonObject } from './route.ts'

/** The size of a form in addition to its file: boundaries, headers and the text fields. */
const AROUND_FILE = 100_000

/** A form with its stored file. `settle` removes the file if the call fails. */
export type Upload = { body: JsonObject; settle: (error: unknown) => Promise<void> }

/** Reads the form of an upload. Throws `unsupported`, `too_large` or `invalid`, and then keeps nothing. */
export async function readUpload(
  req: IncomingMessage,
  transport: FileTransport,
  context: GraphQLContext,
): Promise<Upload> {
  if (isPacked(req)) throw new Failure('unsupported', PACKED)
  if (mediaType(req.headers['content-type']) !== 'multipart/form-data') {
    req.resume()
    // A request without a body means that no file was chosen. One with another body gets a message about the format.
    if (req.headers['content-type'] !== undefined) throw new Failure('unsupported', NOT_A_FORM)
    throw new Failure('invalid', NO_FILE, { fields: { file: NO_FILE } })
  }
  const limit = transport.limit(context)
  if (Number(req.headers['content-length'] ?? 0) > limit + AROUND_FILE) {
    req.resume()
    throw transport.tooLarge(limit)
  }
  countAsStreamed(req)
  const { fields, file } = await formOf(req, transport, context)
  return {
    body: { ...fields, ...(file !== undefined && { file }) },
    settle: async (error) => {
      if (file !== undefined && isCertain(error)) await transport.discard(context, file)
    },
  }
}

async function formOf(req: IncomingMessage, { receive, discard }: FileTransport, context: GraphQLContext) {
  try {
    return await readForm<unknown>(req, {
      take: (file) => receive(context, file),
      discard: (file) => discard(context, file),
    })
  } catch (error) {
    throw error instanceof BadForm ? new Failure('invalid', error.message) : error
  }
}

/** After an internal error the row may exist, so the file stays. The nightly cleanup removes it if there is no row. */
const isCertain = (error: unknown) => error instanceof Failure && error.code !== 'unavailable'
