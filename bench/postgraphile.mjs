import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { Pool } from 'pg'

// PostGraphile 5 as a peer: the patients of this database by its own GraphQL, with the session read and an audit row
// written for each request. The benchmark installs the package in PEER_FOLDER, outside of this project.

const { DATABASE_URL, PEER_FOLDER, PORT } = process.env
const peer = createRequire(`${PEER_FOLDER}/`)
const { postgraphile } = peer('postgraphile')
const { PostGraphileAmberPreset } = peer('postgraphile/presets/amber')
const { makePgService } = peer('postgraphile/adaptors/pg')
const { grafserv } = peer('postgraphile/grafserv/node')

const pool = new Pool({ connectionString: DATABASE_URL, max: 20 })
// PostGraphile has no filter for "not dropped", so a function gives the list and its order.
await pool.query(`
  create or replace function bench_page() returns setof patients language sql stable as
    $$ select * from patients where status <> 'dropped' order by created_at desc, id desc $$`)

const sessionSql = `
  select s.expire, u.id, u.is_active, u.deleted_at from sessions s join users u on u.id = s.user_id where s.sid = $1`
const auditSql = `
  insert into audit_logs (id, user_id, action, resource_type, details, ip_address, user_agent, request_id, created_at)
  values (uuidv7(), $1, 'listed', 'patient', '{"filters": []}', $2, $3, gen_random_uuid(), now())`

async function recordRequest({ node: { req } }) {
  const sid = req.headers.cookie?.replace('caseload=', '') ?? ''
  const { rows } = await pool.query({ name: 'session', text: sessionSql, values: [sid] })
  const [user] = rows
  if (!user || user.expire <= new Date() || !user.is_active || user.deleted_at) throw new Error('Signed out')
  const values = [user.id, req.socket.remoteAddress, req.headers['user-agent'] ?? '']
  await pool.query({ name: 'audit', text: auditSql, values })
}

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: {
    context: async (request) => {
      await recordRequest(request)
      return {}
    },
  },
})
const handle = instance.createServ(grafserv).createHandler()
const server = createServer((req, res) => (req.url === '/healthz' ? res.end('alive') : handle(req, res)))
server.listen(Number(PORT), '127.0.0.1')
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0))
