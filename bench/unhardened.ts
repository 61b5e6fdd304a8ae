import { createServer, type IncomingMessage } from 'node:http'
import { createYoga } from 'graphql-yoga'
import { makeRecognize } from '#graphql/context.ts'
import { schema } from '#graphql/schema.ts'
import { callerOf } from '#http/caller.ts'
import { readEnvironment } from '#infra/environment.ts'
import { makeCookies } from '#infra/sessionCookie.ts'
import { createServices } from '../src/app/services.ts'

// The product's schema and operations on a bare Yoga: no limits, CSRF check, security headers, log or audit rows. P3
// measures what these protections cost.

const environment = readEnvironment(process.env)
const opened = await createServices(environment, environment.databaseUrl ?? '')
// `operations/audit.ts` writes the trail by raw statements that are prepared under these names.
const AUDIT_STATEMENT = /^\/\* prepared as audit_rows/
const unrecorded = opened.db.$extends({
  query: {
    $executeRawUnsafe: async ({ args, query }) =>
      AUDIT_STATEMENT.test(String((args as unknown[])[0])) ? 0 : query(args),
  },
}) as unknown as typeof opened.db
// The patient list records itself in the statement that reads it.
const AUDIT_PARTS = /audit_row AS \([\s\S]*?WHERE patient_ids IS NOT NULL\)/
const statements: typeof opened.statements = {
  rows: ({ text, ...statement }) => {
    // PostgreSQL must still know the type of each parameter. It does not run a part that nothing uses.
    const typesOf = (parts: string) => parts.match(/\$\d+::\w+/g)?.join(', ') ?? ''
    const without = text.replace(AUDIT_PARTS, (parts) => `unused AS (SELECT ${typesOf(parts)})`)
    return opened.statements.rows({ ...statement, text: without })
  },
}
const cookies = makeCookies({ secrets: environment.sessionSecrets, isSecure: false })
const unlimited = { take: async () => ({ isRefused: false, limit: 0, left: 0, secondsLeft: 1 }) }
const recognize = makeRecognize({ ...opened, db: unrecorded, statements, requestLimit: unlimited }, cookies)

const yoga = createYoga<{ req: IncomingMessage }>({
  schema,
  graphiql: false,
  landingPage: false,
  logging: false,
  context: ({ req }) => recognize(callerOf(req, environment)),
})
const server = createServer((req, res) => (req.url === '/healthz' ? res.end('alive') : yoga(req, res)))
server.listen(environment.port, '127.0.0.1')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
