/**
 * Where closed files lie. It knows nothing of keys or of what is in them: a folder, or an object store, under the same
 * few verbs.
 */
export type BlobStore = {
  /** Takes the whole content or, when it ends in an error, nothing; what it answered for outlasts a crash. */
  write: (storageKey: string, content: AsyncIterable<Buffer>) => Promise<void>
  /** The bytes from `from` until `until`; fewer where there are no more. Throws where there is no such file. */
  read: (storageKey: string, from: number, until: number) => AsyncIterable<Buffer>
  /** How many bytes lie there; throws where there is no such file. */
  size: (storageKey: string) => Promise<number>
  /** Takes the file away, also one that is half written; nothing happens where there is none. */
  remove: (storageKey: string) => Promise<void>
  /** The keys of what was put here before then, whole or half, some at a time. */
  writtenBefore: (then: Date) => AsyncIterable<string[]>
}

/** Storage keys are made here and never given by a caller, so that none can be a path. */
export const isStorageKey = (key: string): boolean => /^[0-9a-f]{32}$/.test(key)
