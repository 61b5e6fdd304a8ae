import { Pool, type PoolClient } from 'pg'
import { setUpConnection } from '#infra/applicationConnection.ts'
import { serveBare } from './bareServer.ts'

// The reference server R: the minimum that node:http and pg need to serve one page of patients with attorney and
// creator. It runs the product's statements: session and user, then page, counters and audit row in one transaction.
// Its cookie is the plain session ID, because decrypting the cookie is part of the product's cost. It parses no query
// and validates no input. The pool and connection options are those of infra/database.ts.

const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 20,
  onConnect: (client) => setUpConnection(client, {}),
})

serveBare((sid, { headers, socket }) => answer(sid, headers['user-agent'] ?? '', socket.remoteAddress ?? ''))

const PAGE = 20

async function answer(sid: string, userAgent: string, ipAddress: string): Promise<object | null> {
  const { rows } = await pool.query(sessionSql, [sid])
  const user = rows[0]
  if (!user || user.expire <= new Date() || !user.is_active || user.deleted_at) return null
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const list = await listPatients(client)
    const details = { filters: [], count: list.totalCount }
    await client.query(auditSql, [user.id, details, ipAddress, userAgent, new Date()])
    await client.query('COMMIT')
    return { data: { patients: list } }
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

async function listPatients(client: PoolClient) {
  const { rows } = await client.query<Row>(pageSql, [PAGE + 1])
  const { rows: counts } = await client.query<{ status: string; count: number }>(countsSql)
  const byStatus = new Map<string, number>()
  for (const { status, count } of counts) byStatus.set(status, (byStatus.get(status) ?? 0) + count)
  const statusCounts = [...byStatus].map(([status, count]) => ({ status, count }))
  const edges = rows.slice(0, PAGE).map((row) => ({ cursor: cursorOf(row), node: patientOf(row) }))
  return {
    totalCount: statusCounts.reduce((sum, one) => (one.status === 'dropped' ? sum : sum + one.count), 0),
    statusCounts,
    pageInfo: { hasNextPage: rows.length > PAGE, endCursor: edges.at(-1)?.cursor ?? null },
    edges,
  }
}

type Row = Record<string, string | null> & { created_at: Date; status_since: Date }

const cursorOf = ({ created_at, id }: Row) =>
  Buffer.from(JSON.stringify([created_at.toISOString(), id])).toString('base64url')

function patientOf(row: Row) {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    dateOfBirth: row.date_of_birth,
    status: row.status,
    statusSince: row.status_since.toISOString(),
    createdAt: row.created_at.toISOString(),
    consultationDate: row.consultation_date,
    consultationTime: row.consultation_time,
    consultationLocation: row.consultation_location,
    assignedAttorney:
      row.attorney_id === null
        ? null
        : { id: row.attorney_id, firstName: row.attorney_first, lastName: row.attorney_last },
    createdBy: { id: row.creator_id, firstName: row.creator_first, lastName: row.creator_last },
  }
}

const sessionSql = `
  select s.sess, s.expire, u.id, u.email, u.first_name, u.last_name, u.role, u.is_active, u.must_change_password,
    u.profile_image_url, u.deleted_at
  from sessions s join users u on u.id = s.user_id where s.sid = $1`

const pageSql = `
  select p.id, p.first_name, p.last_name, p.email, p.phone, p.date_of_birth::text, p.status, p.status_since,
    p.created_at, p.consultation_date::text, p.consultation_time, p.consultation_location,
    a.id as attorney_id, a.first_name as attorney_first, a.last_name as attorney_last,
    c.id as creator_id, c.first_name as creator_first, c.last_name as creator_last
  from patients p left join users a on a.id = p.assigned_attorney join users c on c.id = p.created_by
  where p.status <> 'dropped' order by p.created_at desc, p.id desc limit $1`

const countsSql = 'select status, count from patient_counts'

const auditSql = `
  insert into audit_logs (id, user_id, action, resource_type, details, ip_address, user_agent, request_id, created_at)
  values (uuidv7(), $1, 'listed', 'patient', $2, $3, $4, gen_random_uuid(), $5)`
