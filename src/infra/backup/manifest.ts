import { z } from 'zod'

const migrations = z.array(z.object({ name: z.string(), checksum: z.string() }))

/** What stands first in a backup: what it is of, so that whoever cannot take it finds out before anything is done. */
export const about = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The Caseload that wrote it. */
  version: z.string(),
  /** Of its database. */
  migrations,
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type About = z.infer<typeof about>

/** A file that could not be opened where it lay when the backup was made. */
export const unreadable = z.object({
  record: z.uuid(),
  reason: z.enum(['lost', 'changed', 'key is missing']),
})
export type Unreadable = z.infer<typeof unreadable>

/** What stands last: what there must be of everything. A backup without it is half a backup. */
export const manifest = z.object({
  id: z.uuid(),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() })),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Of the hashes of all files in their order. */
    sha256: z.string(),
  }),
  /** How many files could not be opened, and the first of them. */
  unreadable: z.object({ count: z.number(), first: z.array(unreadable) }),
})
export type Manifest = z.infer<typeof manifest>
