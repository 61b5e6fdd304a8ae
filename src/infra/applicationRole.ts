import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { inLockedTransaction } from './migrationLock.ts'
import { MigrationProblem } from './migrationProblem.ts'
import { movingSql } from './moveRights.ts'

/**
 * The name that migrations use for the application's role. Until version 0.2 it was a role of the whole server; now each
 * database has its own.
 */
export const NAME_IN_MIGRATIONS = 'caseload_app'

/** The longest name that PostgreSQL keeps, in bytes. */
const NAME_MAX = 63

/**
 * The SQL expression for the name of the application's role in the current database: the setting, or a name made from the
 * database's own name. A role belongs to the whole server, so two databases must not share one.
 */
export const roleNameSql = (setting: string | undefined): string =>
  setting
    ? `${escapeLiteral(setting)}::text`
    : `(select case when octet_length(name) <= ${NAME_MAX} then name
                    else '${NAME_IN_MIGRATIONS}_' || md5(current_database()) end
          from (select '${NAME_IN_MIGRATIONS}_' || current_database() as name) as named)`

/** A migration's SQL for this database. The runner has created the role, so the first migration need not. */
export const sqlForRole = (sql: string, role: string): string =>
  sql
    .replace(`CREATE ROLE ${NAME_IN_MIGRATIONS} NOLOGIN;`, 'NULL;')
    .replaceAll(new RegExp(`\\b${NAME_IN_MIGRATIONS}\\b`, 'g'), () => escapeIdentifier(role))

/** The application's role in a database, and what remains to be done for it. */
export type ApplicationRole = {
  name: string
  database: string
  owner: string
  exists: boolean
  /** Whether the application's login may act as the role and may connect. */
  mayAct: boolean
  mayConnect: boolean
  /** Whether every login of the server may connect, or whether temporary tables could hide the real ones. */
  isOpen: boolean
  /** Roles that held the application's rights in an earlier version, or in the database that this one is a copy of. */
  previous: string[]
  /** Other databases in which the role has rights, unless it already has rights in this one. */
  usedIn: string[]
}

const MAY_ACT = "case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end"

const stateSql = (setting: string | undefined) => `
  with app as (select ${roleNameSql(setting)} as name),
       here as (select oid, datname, datname::text as database from pg_database where datname = current_database()),
       role as (select r.oid, r.rolname from pg_roles r, app where r.rolname = app.name),
       used as (select d.refobjid as role, coalesce(nullif(d.dbid, 0), d.objid) as database from pg_shdepend d
                 where d.refclassid = 'pg_authid'::regclass
                   and (d.dbid <> 0 or d.classid = 'pg_database'::regclass))
  select app.name, here.database, current_user::text as owner,
         exists (select from role) as "exists",
         coalesce((select pg_has_role($1::name, oid, ${MAY_ACT}) from role), false) as "mayAct",
         has_database_privilege($1::name, here.oid, 'CONNECT') as "mayConnect",
         has_database_privilege('public', here.oid, 'CONNECT')
           or has_database_privilege('public', here.oid, 'TEMPORARY')
           or coalesce((select has_database_privilege(oid, here.oid, 'TEMPORARY') from role), false) as "isOpen",
         array (select r.rolname::text from pg_roles r
                 where r.rolname <> app.name
                   and (r.rolname = '${NAME_IN_MIGRATIONS}' and (r.oid, here.oid) in (select role, database from used)
                     or r.oid in (select a.grantee from pg_class c, aclexplode(c.relacl) a
                                   where c.oid = to_regclass('public.audit_logs') and a.grantee <> c.relowner
                                     and a.privilege_type = 'INSERT'))) as previous,
         array (select distinct d.datname::text from used join role on role.oid = used.role
                  join pg_database d on d.oid = used.database
                 where (role.oid, here.oid) not in (select role, database from used)) as "usedIn"
    from app, here`

/**
 * Reads the application's role in the owner's database. `login` is the application's. Throws MigrationProblem if the role
 * belongs to another database, whose data this application could then read.
 */
export async function readApplicationRole(
  owner: Client,
  login: string,
  setting: string | undefined,
): Promise<ApplicationRole> {
  const { rows } = await owner.query<ApplicationRole>(stateSql(setting), [login])
  const [found] = rows
  if (!found) throw new Error('PostgreSQL does not name its own database')
  if (found.usedIn.length > 0)
    throw new MigrationProblem(
      `The role ${found.name} already has rights in the database ${found.usedIn.join(', ')}. Set DATABASE_ROLE to the ` +
        'name of another role for this database, so that neither can read the other.',
    )
  return found
}

/** What an administrator of the server runs once if the owner may not create roles. */
export const administratorSql = ({ name, database, owner }: ApplicationRole, login: string): string => {
  const logins = [...new Set([login, owner])].map(escapeIdentifier).join(', ')
  const [role, base] = [escapeIdentifier(name), escapeIdentifier(database)]
  return [
    `create role ${role} nologin;`,
    `grant ${role} to ${escapeIdentifier(login)};`,
    `revoke connect, temporary on database ${base} from public;`,
    `grant connect on database ${base} to ${logins};`,
  ].join(' ')
}

/** What remains to be done for the role, as SQL with comments, or `null` if it is complete. */
export function remainingRoleSql(role: ApplicationRole, login: string): string | null {
  if (!role.exists) return administratorSql(role, login)
  const lines = role.previous.map((previous) => `-- The rights of ${previous} move to ${role.name}.`)
  if (!role.mayAct) lines.unshift(`grant ${escapeIdentifier(role.name)} to ${escapeIdentifier(login)};`)
  return lines.length > 0 ? lines.join('\n') : null
}

/** Creates the role. Throws MigrationProblem with the SQL for an administrator if the owner may not. */
export async function createApplicationRole(
  owner: Client,
  role: ApplicationRole,
  login: string,
): Promise<void> {
  const create = `create role ${escapeIdentifier(role.name)} nologin`
  await owner.query(create).catch((cause: Error & { code?: string }) => {
    if (['42710', '23505'].includes(cause.code ?? '')) return // another process created it meanwhile
    throw new MigrationProblem(
      `The role ${role.name} is missing, and the owner's login may not create it. Have an administrator of the server ` +
        `run this once: ${administratorSql(role, login)}`,
      { cause },
    )
  })
}

/**
 * Gives the role its rights: the application's login becomes a member, rights of an earlier role move to it, and only the
 * logins of this database may connect. Throws MigrationProblem if the login may not act as the role.
 */
export async function settleApplicationRole(
  owner: Client,
  role: ApplicationRole,
  login: string,
  log: (sentence: string) => void,
): Promise<void> {
  if (!role.mayAct) await grantRole(owner, role, login)
  for (const previous of role.previous) await moveRights(owner, role, previous, log)
  if (role.isOpen || !role.mayConnect) await closeDatabase(owner, role, login, log)
}

async function grantRole(owner: Client, role: ApplicationRole, login: string): Promise<void> {
  const grant = `grant ${escapeIdentifier(role.name)} to ${escapeIdentifier(login)}`
  await inLockedTransaction(owner, () => owner.query(grant)).catch((cause: unknown) => {
    throw new MigrationProblem(
      `The application's login may not act as ${role.name}. Have an administrator of the server run: ${grant}`,
      { cause },
    )
  })
}

async function moveRights(
  owner: Client,
  { name, database }: ApplicationRole,
  previous: string,
  log: (sentence: string) => void,
): Promise<void> {
  await inLockedTransaction(owner, async () => {
    const { rows } = await owner.query<{ statement: string }>(movingSql, [previous, name])
    for (const { statement } of rows) await owner.query(statement)
  })
  log(`The rights of the role ${previous} in the database ${database} now belong to the role ${name}`)
  const { rows } = await owner.query(movingSql, [previous, name])
  if (rows.length > 0)
    log(
      `The role ${previous} still has rights in the database ${database}. Have an administrator of the server run in ` +
        `it: drop owned by ${escapeIdentifier(previous)}`,
    )
  // PostgreSQL refuses this while the role has rights in any other database. The last one to be upgraded removes it.
  if (previous === NAME_IN_MIGRATIONS) await owner.query(`drop role ${NAME_IN_MIGRATIONS}`).catch(() => {})
}

/**
 * By default PostgreSQL lets every login of the server connect and create temporary tables. A temporary table would hide a
 * table of the same name, such as the audit log, within its connection.
 */
async function closeDatabase(
  owner: Client,
  { name, database, owner: ownerName }: ApplicationRole,
  login: string,
  log: (sentence: string) => void,
): Promise<void> {
  const [base, role] = [escapeIdentifier(database), escapeIdentifier(name)]
  const logins = [...new Set([login, ownerName])].map(escapeIdentifier).join(', ')
  const revoke = `revoke connect, temporary on database ${base} from public, ${role}`
  const grant = `grant connect on database ${base} to ${logins}`
  const isOpen = await inLockedTransaction(owner, async () => {
    // PostgreSQL reports no error for a revoke by someone other than the grantor, so the rights are checked again.
    await owner.query(`${grant}; ${revoke}`)
    const { rows } = await owner.query<{ isOpen: boolean }>(
      `select has_database_privilege('public', current_database(), 'CONNECT')
           or has_database_privilege($1, current_database(), 'TEMPORARY') as "isOpen"`,
      [name],
    )
    return rows[0]?.isOpen
  }).catch(() => true)
  log(
    isOpen
      ? `Every login of the server may connect to the database ${database}, and the application may create temporary ` +
          `tables in it. Have its owner run: ${grant}; ${revoke}`
      : `Only ${logins} may connect to the database ${database} now. For another program's login, run: ` +
          `grant connect on database ${base} to <login>`,
  )
}
