/** The body of a response; `null` if it is larger than `max` bytes. */
export async function readBounded({ body }: Response, max: number): Promise<Buffer<ArrayBuffer> | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > max) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
