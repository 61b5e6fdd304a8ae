import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { makePasswords } from '#infra/passwords.ts'
import { firstNames, lastNames, rareNames } from './names.ts'

/** The password of every account in a filled database. */
export const PASSWORD = 'A-long-password-for-the-bench'

/** The session that requests to the reference server use. The product's visitors sign in. */
export const REFERENCE_SESSION = 'session-of-the-reference-server'

/** 1,000 streams are spread over them, and a user may have at most 50. */
const STAFF = 40
const ATTORNEYS = 20

/** The size of a filled database, and the accounts that sign in. */
export type Filled = { rows: number; adminEmail: string; staffEmail: string; attorneyEmail: string }

/**
 * Fills an empty, migrated database with users and with `rows` patients, added over three years. Needs a superuser,
 * because it disables triggers and foreign keys. One GROUP BY sets the counters.
 */
export async function fillDatabase(owner: Client, rows: number): Promise<Filled> {
  await owner.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'")
  await addUsers(owner)
  await withoutIndexes(owner, 'patients', async () => {
    await owner.query(chance)
    await owner.query(byChance(patients), [rows, firstNames, lastNames, rareNames])
  })
  await owner.query(counters)
  await withoutIndexes(owner, 'patient_stays', async () => {
    await owner.query(byChance(stays))
  })
  await addReferenceSession(owner)
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
  return {
    rows,
    adminEmail: emailOf('admin', 1),
    staffEmail: emailOf('staff', 1),
    attorneyEmail: emailOf('attorney', 1),
  }
}

const emailOf = (role: string, number: number) => `${role}${number}@bench.test`

async function addUsers(owner: Client): Promise<void> {
  const { hash } = await makePasswords()
  await owner.query(
    `insert into users (id, email, password_hash, first_name, last_name, role)
     select uuidv7(), role || number || '@bench.test', $1, ($2::text[])[number], ($3::text[])[number + 7], role::role
     from (values ('admin', 1), ('staff', $4::int), ('attorney', $5::int)) as kind (role, people), generate_series(1, people) number`,
    [await hash(PASSWORD), firstNames, lastNames, STAFF, ATTORNEYS],
  )
}

async function addReferenceSession(owner: Client): Promise<void> {
  const now = new Date().toISOString()
  const facts = { createdAt: now, seenAt: now, ipAddress: '127.0.0.1', userAgent: randomUUID() }
  await owner.query(
    `insert into sessions (sid, user_id, sess, expire)
     select $1, id, $2, now() + interval '1 day' from users where email = $3`,
    [REFERENCE_SESSION, facts, emailOf('staff', 1)],
  )
}

/** Drops the indexes and builds them again afterward. This is several times faster than updating them row by row. */
export async function withoutIndexes(owner: Client, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not indisprimary`,
    [table],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await owner.query(definition)
}

/** A number in [0, 1) that depends only on the row, so that every run creates the same patients. */
export const chance = `
  create or replace function pg_temp.chance(row_number int, salt int) returns float8 language sql immutable
  return (hashint8extended(row_number, salt) & 1048575) / 1048576.0`

/** Puts `pg_temp.` before each call of `chance`, because PostgreSQL does not look for functions in that schema. */
export const byChance = (sql: string): string => sql.replaceAll(/\bchance\(/g, 'pg_temp.chance(')

// Squaring makes the first names in each list common and the last ones rare. Two patients share each rare name.
const patients = `
  insert into patients (
    id, first_name, last_name, email, phone, date_of_birth, date_of_injury, injury_description, address,
    status, status_since, consent_signed_at, assigned_attorney, created_by, created_at, updated_at,
    consultation_date, consultation_time, consultation_location, drop_reason, dropped_by, dropped_at)
  select
    uuidv7(at - now()), first_name, last_name, lower(first_name || '.' || last_name) || n || '@example.test',
    '(555) ' || lpad((n % 1000)::text, 3, '0') || '-' || lpad((n % 9973)::text, 4, '0'),
    date '1945-01-01' + (chance(n, 3) * 21000)::int, at::date - (chance(n, 4) * 300)::int,
    'Rear-end collision; neck and lower back', n || ' Harbor Street, Springfield',
    status, at + interval '3 days', case when status >= 'consent_signed' then at + interval '2 days' end,
    case when chance(n, 5) < 0.7 then attorneys[1 + (chance(n, 6) * ${ATTORNEYS})::int % ${ATTORNEYS}] end,
    staff[1 + n % ${STAFF}], at, at,
    case when booked then at::date + 14 end, case when booked then '14:30' end,
    case when booked then 'Harbor Street, Room 2' end,
    case when status = 'dropped' then 'Moved out of state' end, case when status = 'dropped' then staff[1] end,
    case when status = 'dropped' then at + interval '3 days' end
  from (
    select n,
      date_trunc('milliseconds', now() - (1 - n::float8 / $1) * interval '3 years') as at,
      ($2::text[])[1 + floor(chance(n, 1) ^ 2 * cardinality($2::text[]))::int] as first_name,
      case when n % ($1 / (2 * cardinality($4::text[]))) = 0
        then ($4::text[])[1 + n / ($1 / (2 * cardinality($4::text[]))) % cardinality($4::text[])]
        else ($3::text[])[1 + floor(chance(n, 2) ^ 2 * cardinality($3::text[]))::int] end as last_name,
      (enum_range(null::patient_status))[1 + floor(chance(n, 7) * 8)::int] as status,
      chance(n, 8) < 0.3 as booked
    from generate_series(1, $1::int) n
  ) made,
  (select array_agg(id order by email) filter (where role = 'staff') as staff,
          array_agg(id order by email) filter (where role = 'attorney') as attorneys from users) people`

const counters = `
  insert into patient_counts (assignee_key, status, count)
  select coalesce(assigned_attorney, '00000000-0000-0000-0000-000000000000'), status, count(*)
  from patients group by 1, 2`

// A patient spent at least a day at each status before the current one.
const stays = `
  insert into patient_stays (patient_id, status, entered_at, left_at, assignee_key)
  select id, status.value, created_at, created_at + interval '1 day' * (1 + chance(hashtext(id::text), status.place::int) * 9),
    coalesce(assigned_attorney, '00000000-0000-0000-0000-000000000000')
  from patients, unnest(enum_range(null::patient_status)) with ordinality as status (value, place)
  where status.value < patients.status and patients.status <> 'dropped'`
