import { z } from 'zod'
import { isPostgresUrl } from './addresses.ts'
import { wholeNumber } from './wholeNumber.ts'

/** How a process reaches its database. */
export type DatabaseSettings = {
  /** The application's connection. Without it, the embedded PostgreSQL is started. */
  databaseUrl: string | undefined
  /** The connection for migrations and jobs. Without it, they use `databaseUrl`. */
  databaseOwnerUrl: string | undefined
  /** The application's connection around a pooler in transaction mode, for live changes. */
  databaseDirectUrl: string | undefined
  /** The application's connection to a replica, for reports and exports. */
  databaseReplicaUrl: string | undefined
  /** The application's role. `undefined` for a name made from the database's name. */
  databaseRole: string | undefined
  /** The most connections that the process opens, all together. */
  databaseConnections: number
  /** Whether PostgreSQL keeps prepared statements for a connection. Some connection poolers do not support them. */
  preparesStatements: boolean
}

const postgresUrl = z
  .string()
  .refine(isPostgresUrl, 'must look like postgresql://user:password@host:5432/database')

export const databaseShape = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_ROLE: z
    .string()
    .regex(
      /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/,
      'must be the name of a role: lower-case letters, digits and _, at most 63',
    )
    .refine((role) => !['none', 'public'].includes(role), 'must not be a word of PostgreSQL')
    .optional(),
  DATABASE_CONNECTIONS: wholeNumber(9, 5, 1000),
  DATABASE_PREPARED_STATEMENTS: z.stringbool({ error: 'must be true or false' }).optional(),
}

type DatabaseVariables = z.output<z.ZodObject<typeof databaseShape>>

/** The settings. Behind a pooler in transaction mode, statements are not prepared unless the operator says so. */
export const databaseOf = (settings: DatabaseVariables): DatabaseSettings => ({
  databaseUrl: settings.DATABASE_URL,
  databaseOwnerUrl: settings.DATABASE_OWNER_URL,
  databaseDirectUrl: settings.DATABASE_DIRECT_URL,
  databaseReplicaUrl: settings.DATABASE_REPLICA_URL,
  databaseRole: settings.DATABASE_ROLE,
  databaseConnections: settings.DATABASE_CONNECTIONS,
  preparesStatements: settings.DATABASE_PREPARED_STATEMENTS ?? !settings.DATABASE_DIRECT_URL,
})

/** What is wrong with these settings together. */
export function databaseProblems(present: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  if (present.DATABASE_OWNER_URL && !present.DATABASE_URL)
    problems.push("DATABASE_OWNER_URL needs DATABASE_URL beside it, with the application's own login")
  if (present.DATABASE_REPLICA_URL && !present.DATABASE_URL)
    problems.push('DATABASE_REPLICA_URL needs DATABASE_URL, whose database it is a replica of')
  if (present.DATABASE_DIRECT_URL && !(present.DATABASE_URL && present.DATABASE_OWNER_URL))
    problems.push(
      "DATABASE_DIRECT_URL needs DATABASE_URL, with the application's own login at the pooler, and DATABASE_OWNER_URL, " +
        "with the owner's login at PostgreSQL itself",
    )
  return problems
}

/** The connections of a job queue: one listens for new jobs, and the jobs share the other one. */
const FOR_JOBS = 2
const FOR_LIVE_CHANGES = 1

/** Divides the connections of a process. */
export const shareConnections = (connections: number) => ({
  requests: connections - FOR_JOBS - FOR_LIVE_CHANGES,
  jobs: FOR_JOBS,
  liveChanges: FOR_LIVE_CHANGES,
})
