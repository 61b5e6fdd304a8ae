import { z } from 'zod'
import { clinicSecrets } from './keptSecrets.ts'
import { sequence } from './tables.ts'
import { waitingJob } from './waitingJobs.ts'

/**
 * A part of a backup that is being read. In order: `about.json`, `secrets.json`, in an incremental backup `shared.json` and
 * `shared/list`, then `sequences.json`, `jobs.json`, `tables/<name>` for each table, `records/<storage key>` or
 * `encrypted/<storage key>` for each file that is not shared, and `end.json`. Content that was not read is skipped when the
 * next part is requested.
 */
export type Part = { name: string; content: AsyncIterable<Buffer> }

/** The name of the last part. A backup without it is incomplete. */
export const END = 'end.json'

/** The name of the part that lists the shared files: storage key, size and SHA-256 in each line, separated by tabs. */
export const SHARED_LIST = 'shared/list'

const migrations = z.array(z.object({ name: z.string(), checksum: z.string() }))

/** The first part: the backup's origin, so that an unsuitable backup is rejected before any change. */
const about = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Missing in backups of Caseload 0.1.0, whose tables have no header row. 3 is an incremental backup. */
  format: z.literal([2, 3]).optional(),
  /** The Caseload version that wrote it. */
  version: z.string(),
  /** The migrations of its database. */
  migrations,
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type About = z.infer<typeof about>

/** A file that could not be opened when the backup was made. */
const unreadable = z.object({
  record: z.uuid(),
  reason: z.enum(['lost', 'changed', 'key is missing']),
})
export type Unreadable = z.infer<typeof unreadable>

/** The number of files, the sum of their sizes, and the hash of all their hashes in order. */
const fileTotals = z.object({ count: z.number(), bytes: z.number(), sha256: z.string() })
export type FileTotals = z.infer<typeof fileTotals>

/** The last part: the totals of everything. */
const manifest = z.object({
  id: z.uuid(),
  /** The hash is that of the compressed rows. */
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() })),
  files: fileTotals,
  /** Those that are beside the backup, shared with others. */
  shared: fileTotals.optional(),
  /** The number of unreadable files, and the first of them. */
  unreadable: z.object({ count: z.number(), first: z.array(unreadable) }),
})
export type Manifest = z.infer<typeof manifest>

/** The content of the parts in JSON, by their name without `.json`. */
export const values = z.object({
  about,
  secrets: clinicSecrets,
  /** The age identity that opens the shared files. Only in an incremental backup. */
  shared: z.object({ identity: z.string() }).optional(),
  sequences: z.array(sequence),
  jobs: z.array(waitingJob),
  end: manifest,
})
export type Values = z.infer<typeof values>

/** The JSON value of a part. */
export const jsonOf = async ({ content }: Part): Promise<unknown> =>
  JSON.parse(Buffer.concat(await Array.fromAsync(content)).toString())
