import { sqlState } from './database.ts'

/** What the machine of Caseload or of the database has run out of. */
export type ResourceProblem = 'storage_full' | 'storage_read_only' | 'too_many_files'

const byErrno: Record<string, ResourceProblem> = {
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
  EROFS: 'storage_read_only',
  EACCES: 'storage_read_only',
  EPERM: 'storage_read_only',
  EMFILE: 'too_many_files',
  ENFILE: 'too_many_files',
}

/** PostgreSQL's codes for a full disk, and for a server that only reads, such as a replica. */
const bySqlState: Record<string, ResourceProblem> = {
  '53100': 'storage_full',
  '25006': 'storage_read_only',
}

const DEPTH_MAX = 4

/** Finds the resource that an error, or what caused it, lacked. `null` for every other error. */
export function resourceProblem(error: unknown, depth = 0): ResourceProblem | null {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return null
  const { code, syscall } = error as NodeJS.ErrnoException
  // A refused connection is no problem of the storage.
  const isOfFile = !(syscall === 'connect' || syscall === 'listen') || code === 'EMFILE' || code === 'ENFILE'
  const found = isOfFile ? byErrno[code ?? ''] : undefined
  return (
    found ??
    bySqlState[code ?? ''] ??
    bySqlState[sqlState(error) ?? ''] ??
    resourceProblem(error.cause, depth + 1)
  )
}
