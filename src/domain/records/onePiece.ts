const ours = new WeakSet<ArrayBufferLike>()

/**
 * Marks a buffer as single-use, so that `release` may free it. Ignores a buffer that shares its memory, as
 * small ones do.
 */
export function forOneUse(buffer: Buffer): Buffer {
  if (buffer.buffer.byteLength === buffer.length) ours.add(buffer.buffer)
  return buffer
}

/**
 * Frees the memory of a single-use buffer that is no longer needed. Does nothing for other buffers or slices.
 * The garbage collector watches the JavaScript heap first, so streams of large files would pile up a hundred
 * megabytes of dead buffers.
 */
export function release({ buffer, length }: Buffer): void {
  if (buffer.byteLength === length && ours.delete(buffer)) (buffer as ArrayBuffer).transfer(0)
}
