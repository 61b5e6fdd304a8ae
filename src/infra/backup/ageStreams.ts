import { ReadableStream as NodeWebStream } from 'node:stream/web'
import type { Decrypter, Encrypter } from 'age-encryption'

type Bytes = AsyncIterable<Uint8Array>

/** Encrypts content piece by piece. */
export const encryptStream = async (encrypter: Encrypter, content: Bytes): Promise<Bytes> =>
  bytesOf(await encrypter.encrypt(webStream(content)))

/**
 * Decrypts content piece by piece. Throws if `decrypter` has no secret for it. Reading the result throws if the content was changed or
 * cut off.
 */
export const decryptStream = async (decrypter: Decrypter, content: Bytes): Promise<Bytes> =>
  bytesOf(await decrypter.decrypt(webStream(content)))

// age takes and returns web streams with the browser's types. Node's web streams work too, but their types differ.
const webStream = (content: Bytes) => NodeWebStream.from(content) as unknown as ReadableStream<Uint8Array>
const bytesOf = (stream: ReadableStream<Uint8Array>) => stream as unknown as Bytes
