import type { BlobStore } from '../records/blobStore.ts'

/** One backup, which is there or will be. */
export type BackupFile = {
  /** The path or address, for people. */
  path: string
  /** The size in bytes. Throws `BackupProblem` if it is not there. */
  size: () => Promise<number>
  read: (from: number) => AsyncIterable<Buffer>
  /** Writes all of it, or leaves nothing. Returns the size in bytes. Throws `BackupProblem` if it is there already. */
  write: (content: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<number>
  remove: () => Promise<void>
  /** Where incremental backups in the same place keep the record files that are encrypted for this age recipient. */
  sharedStore: (recipient: string) => SharedStore
}

/** A store of shared files, and its path or address for people. */
export type SharedStore = { path: string; store: BlobStore }

/** The folder of shared files, relative to the backups. */
export const sharedFolder = (recipient: string): string => `files/${recipient}`

/** Where backups are kept: a folder or a bucket. */
export type BackupPlace = {
  /** The path or address, for people. */
  path: string
  /** A new backup, named after the time. Throws `BackupProblem` if the place does not take it. */
  newFile: (now: Date) => Promise<BackupFile>
  /** The complete backups, oldest first. Throws `BackupProblem` for a place that is not there, such as a folder that is not mounted. */
  backups: () => Promise<{ file: BackupFile; madeAt: number }[]>
}
