import type { Client } from 'pg'
import { byChance, chance, withoutIndexes } from './data.ts'

/** The size of the audit log, and the IDs of a user and a patient with many rows. */
export type FilledTrail = { auditRows: number; busyUser: string; busyPatient: string }

/** Rows inserted by one statement. PostgreSQL can still sort this many in memory. */
const AT_ONCE = 100_000

/**
 * Writes `rows` audit rows, spread over three years, as 64 correct hash chains. An aggregate computes each chain, which
 * is faster than the trigger for each row. Needs a superuser, and users and patients in the database.
 */
export async function fillAuditTrail(owner: Client, rows: number): Promise<FilledTrail> {
  await owner.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'")
  await owner.query("set work_mem = '256MB'; set synchronous_commit = off")
  await owner.query(fold)
  await owner.query(people)
  await withoutIndexes(owner, 'audit_logs', async () => {
    for (let from = 1; from <= rows; from += AT_ONCE)
      await owner.query(chunk, [from, Math.min(rows, from + AT_ONCE - 1), rows])
  })
  await owner.query('vacuum (full, analyze) audit_lanes')
  await owner.query('vacuum analyze audit_logs')
  await owner.query('checkpoint')
  const { rows: found } = await owner.query<FilledTrail>(busy)
  return { ...(found[0] as FilledTrail), auditRows: rows }
}

const fold = `
  ${chance};
  create function pg_temp.link(hash bytea, head bytea, said bytea) returns bytea language plpgsql immutable
    as $$ begin return sha256(coalesce(hash, head) || said); end $$;
  create aggregate pg_temp.chain(bytea, bytea) (sfunc = pg_temp.link, stype = bytea)`

const people = `
  create temp table numbered_users as select row_number() over (order by email) - 1 as number, id from users;
  create temp table numbered_patients as
    select row_number() over (order by created_at, id) - 1 as number, id from patients;
  create unique index on numbered_users (number);
  create unique index on numbered_patients (number);
  analyze numbered_users; analyze numbered_patients`

// Cubing gives a few users and patients most of the rows. One row in 10,000 has an action that is rarely used.
const chunk = byChance(`
  with drawn as (
    select n, date_trunc('milliseconds', now() - (1 - n::float8 / $3) * interval '3 years') as at,
      floor(chance(n, 21) ^ 3 * (select count(*) from numbered_users))::int as user_number,
      case when chance(n, 22) < 0.6
        then floor(chance(n, 23) ^ 3 * (select count(*) from numbered_patients))::int end as patient_number,
      chance(n, 24) as kind
    from generate_series($1::int, $2::int) n
  ), made as (
    select d.n, l.head, row(
        uuidv7(d.at - now()), u.id, p.id,
        case when kind < 0.0001 then 'break_glass' when kind < 0.001 then 'locked' when kind < 0.01 then 'denied'
             when kind < 0.05 then 'login' when kind < 0.15 then 'updated' when kind < 0.2 then 'created'
             when kind < 0.6 or p.id is not null then 'viewed' else 'listed' end::audit_action,
        case when kind < 0.0001 then 'setting' when kind < 0.05 then 'user' when p.id is not null then 'patient'
             else 'patient_note' end,
        p.id::text, case when kind < 0.6 then '{"fields":["phone","address"]}'
                         else '{"count":25,"filters":["status"]}' end::jsonb,
        '192.0.2.' || d.n % 250, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', gen_random_uuid()::text, d.at,
        d.n % 64, l.length + row_number() over (partition by l.lane order by d.n), null, null, null, null, null,
        case when u.id is not null then 'Maria Santos' end, case when u.id is not null then 'staff'::role end)::audit_logs as entry
    from drawn d join audit_lanes l on l.lane = d.n % 64
      left join numbered_users u on u.number = d.user_number
      left join numbered_patients p on p.number = d.patient_number
  ), linked as (
    select n, entry, pg_temp.chain(head, audit_text(entry)) over (partition by (entry).lane order by n) as hash
    from made
  ), written as (
    insert into audit_logs (
      id, user_id, patient_id, action, resource_type, resource_id, details, ip_address, user_agent, request_id,
      created_at, lane, position, hash, user_name, user_role)
    select (entry).id, (entry).user_id, (entry).patient_id, (entry).action, (entry).resource_type,
      (entry).resource_id, (entry).details, (entry).ip_address, (entry).user_agent, (entry).request_id,
      (entry).created_at, (entry).lane, (entry).position, hash, (entry).user_name, (entry).user_role
    from linked order by n
    returning lane, position, hash
  )
  update audit_lanes l set length = w.position, head = w.hash
  from (select distinct on (lane) lane, position, hash from written order by lane, position desc) w
  where l.lane = w.lane`)

const busy = `
  select (select id from numbered_users where number = 0) as "busyUser",
         (select id from numbered_patients where number = 0) as "busyPatient"`
