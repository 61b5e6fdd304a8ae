import { print } from 'graphql'
import { expect } from 'vitest'
import { ConsentFormsDocument } from '#generated/graphql.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { asOwner } from '#tests/support/rights.ts'
import { type Sent, sentWhile, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'

// The queries of the Consent Forms screen in a clinic with 10,000 requests: statements and plans, which do not depend
// on the computer's speed.

/**
 * Creates patients at the four consent statuses in turn, each with four requests, the latest first, and an e-mail about the
 * latest.
 */
const fill = (database: TestDatabase, createdById: string, from: number, to: number): Promise<unknown> =>
  asOwner(database, async (owner) => {
    const numbers = `generate_series(${from}, ${to - 1}) n`
    const key = (kind: string) =>
      `('01a1fce0-00' || ${kind} || '0-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
    const since = (minutes: string) => `timestamptz '2026-01-05 15:00Z' - ${minutes} * interval '1 minute'`
    await owner.query(
      `INSERT INTO patients (id, first_name, last_name, email, status, status_since, created_at, created_by)
       SELECT ${key('1')}, 'Maren', 'Lindqvist' || n, 'maren' || n || '@example.test',
         ('{pending_consent,consent_sent,consent_signed,schedulable}'::patient_status[])[n % 4 + 1],
         ${since('n')}, ${since('n')}, $1 FROM ${numbers}`,
      [createdById],
    )
    await owner.query(
      `INSERT INTO consent_requests (id, patient_id, provider, state, idempotency_key, document, document_sha256,
         template_version, sent_by, created_at, expires_at)
       SELECT ${key('2 + time')}, ${key('1')}, 'built_in',
         CASE WHEN time = 0 AND n % 4 = 1 THEN 'sent' ELSE 'voided' END::consent_request_state, ${key('2 + time')}, '{}',
         repeat('0', 64), '1', $1, ${since('(n + time)')}, '2026-02-01 00:00Z'
       FROM ${numbers}, generate_series(0, 3) time`,
      [createdById],
    )
    await owner.query(
      `INSERT INTO mail_messages (id, kind, to_address, request_id, state)
       SELECT gen_random_uuid(), 'consent_invitation', 'maren' || n || '@example.test', ${key('2')}, 'sent' FROM ${numbers}`,
    )
  })

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** The tables that PostgreSQL would scan sequentially. */
const readWhole = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(readWhole),
]

const explain = (database: TestDatabase, statements: Sent[]) =>
  asOwner(database, async (owner) => {
    await owner.query('ANALYZE patients, consent_requests, mail_messages')
    const found: string[] = []
    for (const { text, values } of statements) {
      const { rows } = await owner.query(`EXPLAIN (FORMAT JSON) ${text}`, values)
      found.push(...readWhole(rows[0]['QUERY PLAN'][0].Plan))
    }
    return found
  })

test('the screen takes the same statements for 10,000 requests as for a few, and scans no table', {
  timeout: 120_000,
}, async ({ clinic, server, database }) => {
  const admin = await clinic.user({ role: 'admin' })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const ask = async () => {
    let answer: unknown
    const sent = await sentWhile(async () => {
      answer = (await visitor.graphql(print(ConsentFormsDocument))).data
    })
    const isWork = new Set(work(sent.map(({ text }) => text)))
    return { answer: JSON.stringify(answer), statements: sent.filter(({ text }) => isWork.has(text)) }
  }
  await fill(database, admin.id, 0, 40)
  const few = await ask()
  await fill(database, admin.id, 40, 2_500)
  const many = await ask()
  expect(many.answer.match(/"newestConsentRequest":\{/g)).toHaveLength(2 * 10 + 2 * 6)
  // The four lists are loaded concurrently, in any order.
  const sorted = ({ statements }: typeof few) => statements.map(({ text }) => text).sort()
  expect(sorted(many)).toEqual(sorted(few))
  const reads = many.statements.filter(({ text }) => /^\s*SELECT/i.test(text))
  const whole = await explain(database, reads)
  for (const table of ['patients', 'consent_requests', 'mail_messages']) expect(whole).not.toContain(table)
})
