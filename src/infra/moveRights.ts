// The statements that give the rights of role $1 in the current database to role $2 and take them from role $1. One query
// per kind of object, because each stores its rights in its own catalog.

/** `what` is the object in SQL, `entries` the catalog with its column of rights. */
const moved = (what: string, entries: string) => `
  select format('grant %s on %s to %I', string_agg(distinct a.privilege_type, ', '), ${what}, $2::name) as grants,
         format('revoke all on %s from %I', ${what}, $1::name) as revokes
    from ${entries}
   where a.grantee = (select oid from pg_roles where rolname = $1::name)
   group by ${what}`

const table = "case when c.relkind = 'S' then 'sequence ' else 'table ' end || c.oid::regclass"

const DEFAULTS = `
  select format('alter default privileges for role %I%s grant %s on %s to %I',
                owner, place, privileges, kind, $2::name),
         format('alter default privileges for role %I%s revoke all on %s from %I', owner, place, kind, $1::name)
    from (select pg_get_userbyid(d.defaclrole) as owner,
                 coalesce(format(' in schema %s', nullif(d.defaclnamespace, 0)::regnamespace), '') as place,
                 case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'routines'
                                      when 'T' then 'types' else 'schemas' end as kind,
                 string_agg(distinct a.privilege_type, ', ') as privileges
            from pg_default_acl d, aclexplode(d.defaclacl) a
           where a.grantee = (select oid from pg_roles where rolname = $1::name)
           group by 1, 2, 3) as defaults`

/** Returns rows with one `statement` each, grants first. Parameters: the old role's name and the new one's. */
export const movingSql = `
  with moved as (
    ${[
      moved(table, 'pg_class c, aclexplode(c.relacl) a'),
      // A revoke on a table takes the rights on its columns, too.
      `select format('grant %s on table %s to %I',
                     string_agg(format('%s (%I)', a.privilege_type, c.attname), ', ' order by c.attname, a.privilege_type),
                     c.attrelid::regclass, $2::name),
              format('revoke all on table %s from %I', c.attrelid::regclass, $1::name)
         from pg_attribute c, aclexplode(c.attacl) a
        where a.grantee = (select oid from pg_roles where rolname = $1::name)
        group by c.attrelid`,
      moved("'routine ' || c.oid::regprocedure", 'pg_proc c, aclexplode(c.proacl) a'),
      moved("'schema ' || c.oid::regnamespace", 'pg_namespace c, aclexplode(c.nspacl) a'),
      moved("'type ' || c.oid::regtype", 'pg_type c, aclexplode(c.typacl) a'),
      moved(
        "'database ' || quote_ident(c.datname)",
        '(select * from pg_database where datname = current_database()) c, aclexplode(c.datacl) a',
      ),
      DEFAULTS,
    ].join('\n union all ')}
  )
  select statement from (
    select 1 as step, grants as statement from moved union select 2, revokes from moved
  ) as steps order by step`
