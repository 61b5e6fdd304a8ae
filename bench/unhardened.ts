import { createServer } from 'node:http'
import { createYoga } from 'graphql-yoga'
import { makeRecognise } from '#graphql/context.ts'
import { schema } from '#graphql/schema.ts'
import { makeSessionCookie } from '#infra/sessionCookie.ts'
import { openClinic } from '../src/clinic.ts'

// The product's own schema and operations behind a bare Yoga: no limits, no cross-site rule, no safe headers, no log and
// no row in the audit trail. P3 asks what all of that costs.

const secret = process.env.SESSION_SECRET ?? ''
const opened = await openClinic(
  {
    clinicName: 'Bench',
    clinicTimeZone: 'America/New_York',
    sessionSecrets: [secret],
    sessionLimits: { idleMinutes: 15, absoluteHours: 12 },
  },
  process.env.DATABASE_URL ?? '',
)
const unrecorded = opened.db.$extends({
  query: { auditLog: { createMany: async () => ({ count: 0 }) } },
}) as unknown as typeof opened.db
const cookie = makeSessionCookie({ secrets: [secret], isSecure: false })
const recognise = makeRecognise({ ...opened, db: unrecorded }, cookie)

const yoga = createYoga({
  schema,
  graphiql: false,
  landingPage: false,
  logging: false,
  context: ({ request }) =>
    recognise({ cookieHeader: request.headers.get('cookie'), ipAddress: null, userAgent: null }),
})
const server = createServer((req, res) => (req.url === '/healthz' ? res.end('alive') : yoga(req, res)))
server.listen(Number(process.env.PORT), '127.0.0.1')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
