import { z } from 'zod'
import { clinicSecrets } from './keptSecrets.ts'
import { sequence } from './tables.ts'
import { waitingJob } from './waitingJobs.ts'

/**
 * A part of a backup that is being read. In order: `about.json`, `secrets.json`, `sequences.json`, `jobs.json`,
 * `tables/<name>` for each table, `records/<storage key>` or `encrypted/<storage key>` for each file, and `end.json`.
 * Content that was not read is skipped when the next part is requested.
 */
export type Part = { name: string; content: AsyncIterable<Buffer> }

/** The name of the last part. A backup without it is incomplete. */
export const END = 'end.json'

const migrations = z.array(z.object({ name: z.string(), checksum: z.string() }))

/** The first part: the backup's origin, so that an unsuitable backup is rejected before any change. */
const about = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Missing in backups of Caseload 0.1.0, whose tables have no header row. */
  format: z.literal(2).optional(),
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

/** The last part: the totals of everything. */
const manifest = z.object({
  id: z.uuid(),
  /** The hash is that of the compressed rows. */
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() })),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** The hash of all file hashes in order. */
    sha256: z.string(),
  }),
  /** The number of unreadable files, and the first of them. */
  unreadable: z.object({ count: z.number(), first: z.array(unreadable) }),
})
export type Manifest = z.infer<typeof manifest>

/** The content of the parts in JSON, by their name without `.json`. */
export const values = z.object({
  about,
  secrets: clinicSecrets,
  sequences: z.array(sequence),
  jobs: z.array(waitingJob),
  end: manifest,
})
export type Values = z.infer<typeof values>
