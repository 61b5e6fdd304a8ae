import { ReadableStream as NodeWebStream } from 'node:stream/web'
import type { Decrypter, Encrypter } from 'age-encryption'

type Bytes = AsyncIterable<Uint8Array>

/** Encrypts content as it is read. */
export const encryptStream = async (encrypter: Encrypter, content: Bytes): Promise<Bytes> =>
  bytesOf(await encrypter.encrypt(webStream(content)))

/** Decrypts content as it is read. Throws if no secret of `decrypter` opens it; reading throws if it was changed or cut off. */
export const decryptStream = async (decrypter: Decrypter, content: Bytes): Promise<Bytes> =>
  bytesOf(await decrypter.decrypt(webStream(content)))

// age takes web streams of the browser's types. Node's behave alike but have different types.
const webStream = (content: Bytes) => NodeWebStream.from(content) as unknown as ReadableStream<Uint8Array>
const bytesOf = (stream: ReadableStream<Uint8Array>) => stream as unknown as Bytes
