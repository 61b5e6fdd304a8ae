import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'

/** Thrown for an unreadable form. The message is for the sender. */
export class BadForm extends Error {
  override name = 'BadForm'
}

export const NOT_A_FORM = 'Send the body as multipart/form-data'

/** The text fields of a form, and the result for its one file. */
export type Form<Taken> = { fields: Record<string, string>; file: Taken | undefined }

type Handlers<Taken> = {
  /** Receives the file named `file` as a stream, with the file name from the sender. */
  take: (file: { fileName: string; content: AsyncIterable<Buffer> }) => Promise<Taken>
  /** Undoes `take` if the rest of the form is invalid. */
  discard: (taken: Taken) => Promise<void>
}

const limits = { files: 1, fields: 50, fieldSize: 20_000, headerPairs: 20 }

/**
 * Reads a form as a stream, so that its file is never in memory as a whole. Throws BadForm, the error of `take`, or the
 * error of a disconnected client. Discards the rest of a refused form as it arrives, so that the client can read the
 * response.
 */
export async function readForm<Taken>(req: IncomingMessage, handlers: Handlers<Taken>): Promise<Form<Taken>> {
  const parser = parserFor(req)
  const fields = new Map<string, string>()
  let taking: Promise<Taken> | undefined
  const read = new Promise<void>((done, fail) => {
    parser.on('file', (name, content: Readable, { filename }) => {
      content.on('error', () => {}) // reported by the reader or the parser
      if (name !== 'file' || !filename) return void skip(content, name, fields)
      taking = handlers.take({ fileName: filename, content })
      taking.catch(fail)
    })
    parser.on('field', (name, value) => {
      if (fields.has(name)) fail(new BadForm(`The form has the field ${name} twice`))
      fields.set(name, value)
    })
    parser.once('filesLimit', () => fail(new BadForm('Send one file at a time')))
    parser.once('fieldsLimit', () => fail(new BadForm('The form has too many fields')))
    // The parser can report two errors: an unreadable header, and then, when it is destroyed, that the form is incomplete.
    parser.on('error', () => fail(new BadForm('The form cannot be read')))
    parser.once('close', done)
    req.once('error', fail)
    req.once('close', () => req.complete || fail(hungUp()))
    req.pipe(parser)
  })
  try {
    await read
    return { fields: Object.fromEntries(fields), file: await taking }
  } catch (error) {
    req.unpipe(parser)
    req.resume()
    parser.destroy()
    await taking?.then(handlers.discard, () => {})
    throw error
  }
}

function parserFor({ headers }: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers, limits, defParamCharset: 'utf8', preservePath: true })
  } catch {
    throw new BadForm('The form names no boundary between its parts')
  }
}

/** Skips a file in an unexpected field but keeps the field's name. An empty file input sends a file without a name. */
function skip(content: Readable, name: string, fields: Map<string, string>): void {
  if (name !== 'file') fields.set(name, '')
  content.resume()
}

const hungUp = () => Object.assign(new Error('The sender hung up'), { code: 'ECONNRESET' })
