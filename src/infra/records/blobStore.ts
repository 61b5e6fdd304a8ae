/**
 * Stores encrypted files in a folder or an S3 bucket. It has no access to the encryption keys.
 */
export type BlobStore = {
  /** Stores the whole content, or nothing if the content throws. Once it resolves, the file survives a crash. */
  write: (storageKey: string, content: AsyncIterable<Buffer>) => Promise<void>
  /** Reads the bytes from `from` up to `until`, or to the end of a shorter file. Throws if the file does not exist. */
  read: (storageKey: string, from: number, until: number) => AsyncIterable<Buffer>
  /** Returns the size in bytes. Throws if the file does not exist. */
  size: (storageKey: string) => Promise<number>
  /** Removes a complete or partial file. Does nothing if the file does not exist. */
  remove: (storageKey: string) => Promise<void>
  /** Returns the keys of complete and partial files written before `then`, in batches. */
  writtenBefore: (then: Date) => AsyncIterable<string[]>
  /** Returns the keys of all complete files, in batches. */
  complete: () => AsyncIterable<string[]>
  /** Throws if the store cannot be used at the moment. */
  check: () => Promise<void>
}

/** Later than any file's time. */
export const ALWAYS = new Date(8_000_000_000_000)

/** Storage keys are generated and never come from a caller, so that none can be a path. */
export const isStorageKey = (key: string): boolean => /^[0-9a-f]{32}$/.test(key)
