import { z } from 'zod'

const migrations = z.array(z.object({ name: z.string(), checksum: z.string() }))

/** The first part of a backup: its origin, so that an unsuitable backup is rejected before any change. */
export const about = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The Caseload version that wrote it. */
  version: z.string(),
  /** The migrations of its database. */
  migrations,
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type About = z.infer<typeof about>

/** A file that could not be opened when the backup was made. */
export const unreadable = z.object({
  record: z.uuid(),
  reason: z.enum(['lost', 'changed', 'key is missing']),
})
export type Unreadable = z.infer<typeof unreadable>

/** The last part: the totals of everything. A backup without it is incomplete. */
export const manifest = z.object({
  id: z.uuid(),
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
