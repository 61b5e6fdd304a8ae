import { Client, type ClientBase, escapeIdentifier, type QueryResult } from 'pg'
import { roleNameSql } from './applicationRole.ts'

/** How the application's connections get their role and limits. */
export type ConnectionRules = {
  /** The name of the application's role. By default it is made from the database's name. */
  role?: string | undefined
  /**
   * Whether a pooler in transaction mode gives each transaction any of its connections. What one client sets would then
   * hold for another, so the login itself must have the role and the limits.
   */
  isPooled?: boolean
}

/** The connections of the application have the wrong role or limits. The message is for the operator. */
export class ConnectionProblem extends Error {
  override name = 'ConnectionProblem'
}

/** What to tell an operator if the database that a setting names does not take a connection. */
export function unreachable(setting: string, connectionString: string | undefined, cause: unknown): string {
  const { host, port } = new Client({ connectionString })
  const { syscall, code, message } = Object(cause)
  return `The database at ${host}:${port} cannot be used (${syscall ? code : message}). Check ${setting}.`
}

/**
 * PostgreSQL looks for tables in `pg_temp` first unless the search path names it, so a temporary table would hide the real
 * one.
 */
const LIMITS = { search_path: 'public,pg_temp', TimeZone: 'UTC', statement_timeout: '30s' }

type Found = { name: string; role: string; login: string; database: string; wrong: string[] }

const stateSql = (role: string | undefined) => `
  select ${roleNameSql(role)} as name, current_user::text as role, session_user::text as login,
         current_database()::text as database,
         array_remove(array[${Object.entries(LIMITS)
           .map(
             ([name, value]) =>
               `case when replace(current_setting('${name}'), ' ', '') <> '${value}' then '${name}' end`,
           )
           .join(', ')}], null) as wrong`

/** Sets the role and the limits without startup options, which poolers drop. */
const settingSql = (role: string | undefined) => `
  select set_config('role', ${roleNameSql(role)}, false), ${Object.entries(LIMITS)
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ')}`

/**
 * Gives a new connection the application's role and limits, in one round trip, and checks that it has them. Throws
 * ConnectionProblem if not, so that nothing ever runs with the rights of the tables' owner.
 */
export async function setUpConnection(
  client: Pick<ClientBase, 'query'>,
  { role, isPooled = false }: ConnectionRules,
): Promise<void> {
  const sql = isPooled ? stateSql(role) : `${settingSql(role)}; ${stateSql(role)}`
  const answer = (await client.query(sql).catch(explainRefusal)) as QueryResult<Found> | QueryResult<Found>[]
  const found = (Array.isArray(answer) ? answer.at(-1) : answer)?.rows[0]
  if (!found) throw new ConnectionProblem('PostgreSQL does not name the role of a connection')
  if (found.role === found.name && found.wrong.length === 0) return
  throw new ConnectionProblem(
    isPooled ? pooledProblem(found) : `Connections run as ${found.role} and not as ${found.name}`,
  )
}

function explainRefusal(cause: Error & { code?: string }): never {
  if (cause.code !== '42501' && cause.code !== '22023') throw cause
  throw new ConnectionProblem(
    `The login of DATABASE_URL may not act as the application's role (${cause.message}). If DATABASE_ROLE is set, it must ` +
      'be the same for all processes.',
    { cause },
  )
}

const listOf = (names: string[]) => new Intl.ListFormat('en-US').format(names)

function pooledProblem({ name, role, login, database, wrong }: Found): string {
  const faults = [...(role === name ? [] : [`the role ${name}`]), ...wrong]
  return (
    `With DATABASE_DIRECT_URL, the connections of DATABASE_URL get their role and limits from their login. ${login} ` +
    `lacks ${listOf(faults)}. Have an administrator of the server run this once, and then RECONNECT in the pooler: ` +
    loginSettingsSql(login, database, name)
  )
}

/** The SQL that gives a login the application's role and limits in one database, for a pooler in transaction mode. */
export const loginSettingsSql = (login: string, database: string, role: string): string =>
  Object.entries({
    role: escapeIdentifier(role),
    ...LIMITS,
    statement_timeout: `'${LIMITS.statement_timeout}'`,
  })
    .map(
      ([name, value]) =>
        `alter role ${escapeIdentifier(login)} in database ${escapeIdentifier(database)} set ${name} = ${value};`,
    )
    .join(' ')
