import { Failure } from '#domain/errors.ts'
import { BODY_MAX, mediaType, TOO_LARGE } from '#http/body.ts'

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Fields of a form, many more than any has. Reading half a million of them takes the server seconds. */
const FIELDS_MAX = 200

/**
 * Reads the form that was posted to a page. Throws `unsupported` for another type of body, `too_large` for
 * one beyond the limit, and `invalid` for an incomplete or unreadable one, or one with too many fields.
 */
export async function postedForm({ headers, body }: Request): Promise<FormData> {
  const type = headers.get('content-type') ?? ''
  if (!FORMS.includes(mediaType(type) ?? '')) throw new Failure('unsupported', 'Send the body as a form')
  const content = await read(body, Number(headers.get('content-length') ?? 0))
  if (hasManyFields(content, mediaType(type) === FORMS[0] ? '&' : '\r\n--'))
    throw new Failure('invalid', `The form may have at most ${FIELDS_MAX} fields`)
  try {
    return await new Response(content, { headers: { 'Content-Type': type } }).formData()
  } catch (cause) {
    throw new Failure('invalid', 'The form cannot be read', { cause })
  }
}

/** Whether the separator of fields occurs too often. Checked before the fields are parsed. */
function hasManyFields(content: Buffer, separator: string): boolean {
  let count = 1
  for (let at = content.indexOf(separator); at >= 0; at = content.indexOf(separator, at + separator.length)) {
    count += 1
    if (count > FIELDS_MAX) return true
  }
  return false
}

/** Reads the bytes up to the limit. A sender who disconnects has sent no form. */
async function read(body: Request['body'], announced: number): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = new Failure('too_large', TOO_LARGE)
  if (announced > BODY_MAX) throw tooLarge
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of body ?? []) {
      size += part.length
      if (size > BODY_MAX) break
      parts.push(part)
    }
  } catch (cause) {
    throw size < BODY_MAX ? new Failure('invalid', 'The form cannot be read', { cause }) : tooLarge
  }
  if (size > BODY_MAX) throw tooLarge
  return Buffer.concat(parts)
}
