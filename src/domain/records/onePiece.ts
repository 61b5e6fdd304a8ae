const ours = new WeakSet<ArrayBufferLike>()

/**
 * Marks a buffer as made for one use, so that `release` may take it back. Not one that shares its memory with others, as
 * small ones do.
 */
export function forOneUse(buffer: Buffer): Buffer {
  if (buffer.buffer.byteLength === buffer.length) ours.add(buffer.buffer)
  return buffer
}

/**
 * Gives back the memory of a buffer that was made for one use, now that nobody looks at it again; nothing happens to any
 * other, or to a part of one. The collector looks at JavaScript's own heap first, so that streams of large files would pile up a hundred
 * megabytes of used buffers beside it.
 */
export function release({ buffer, length }: Buffer): void {
  if (buffer.byteLength === length && ours.delete(buffer)) (buffer as ArrayBuffer).transfer(0)
}
