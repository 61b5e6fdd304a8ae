import { ReportedError } from './frame.ts'

const [DIRECTORY_END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]

/** Decompresses one entry of a zip file, up to the given number of bytes; `null` if it does not exist. */
export async function unzip(archive: ArrayBuffer, name: string, most: number): Promise<string | null> {
  const view = new DataView(archive)
  let at = directoryOf(view)
  while (at + 46 <= view.byteLength && view.getUint32(at, true) === ENTRY) {
    const [named, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const found = new TextDecoder().decode(new Uint8Array(archive, at + 46, named))
    if (found === name) return unpack(view, at, most)
    at += 46 + (named ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return null
}

function directoryOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === DIRECTORY_END) return view.getUint32(at + 16, true)
  throw new ReportedError('damaged')
}

async function unpack(view: DataView, entry: number, most: number): Promise<string> {
  const method = view.getUint16(entry + 10, true)
  const size = view.getUint32(entry + 20, true)
  const local = view.getUint32(entry + 42, true)
  if (view.getUint32(local, true) !== LOCAL || (method !== 0 && method !== 8))
    throw new ReportedError('damaged')
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const packed = new Blob([new Uint8Array(view.buffer as ArrayBuffer, start, size)]).stream()
  return textOf(method === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw')), most)
}

async function textOf(stream: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let [text, size] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    if (size > most) {
      await reader.cancel()
      throw new ReportedError('too_large')
    }
    text += decoder.decode(value, { stream: true })
  }
}
