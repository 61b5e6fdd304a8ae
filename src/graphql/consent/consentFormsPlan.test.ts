import { print } from 'graphql'
import { expect } from 'vitest'
import type { PatientStatus } from '#domain/patients/status.ts'
import { ConsentFormsDocument } from '#generated/graphql.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { asOwner } from '#tests/support/rights.ts'
import { type Sent, sentWhile, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'

// The queries of the Consent Forms screen in a clinic with 10,000 requests: statements and plans, which do not depend
// on the computer's speed.

const statuses: PatientStatus[] = ['pending_consent', 'consent_sent', 'consent_signed', 'schedulable']
/** The latest request of a patient comes first. */
const times = [0, 1, 2, 3]
const key = (kind: number, n: number) => `01a1fce0-00${kind}0-7000-8000-${n.toString(16).padStart(12, '0')}`

/**
 * Creates patients at the four consent statuses in turn, each with four requests and an e-mail about the
 * last.
 */
async function fill(clinic: TestClinic, createdById: string, from: number, to: number): Promise<void> {
  const all = Array.from({ length: to - from }, (_, index) => from + index)
  const since = (n: number) => new Date(clinic.now.getTime() - n * 60_000)
  await clinic.db.patient.createMany({
    data: all.map((n) => ({
      id: key(1, n),
      firstName: 'Maren',
      lastName: `Lindqvist${n}`,
      email: `maren${n}@example.test`,
      status: statuses[n % 4] ?? 'pending_consent',
      statusSince: since(n),
      createdAt: since(n),
      createdById,
    })),
  })
  await clinic.db.consentRequest.createMany({
    data: all
      .flatMap((n) => times.map((time) => [n, time] as const))
      .map(([n, time]) => ({
        id: key(2 + time, n),
        patientId: key(1, n),
        provider: 'built_in' as const,
        state: time === 0 && n % 4 === 1 ? ('sent' as const) : ('voided' as const),
        idempotencyKey: key(2 + time, n),
        document: {},
        documentSha256: '0'.repeat(64),
        templateVersion: '1',
        sentById: createdById,
        createdAt: since(n + time),
        expiresAt: new Date('2026-02-01T00:00:00Z'),
      })),
  })
  await clinic.db.mailMessage.createMany({
    data: all.map((n) => ({
      kind: 'consent_invitation' as const,
      toAddress: `maren${n}@example.test`,
      requestId: key(2, n),
      state: 'sent' as const,
    })),
  })
}

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
  await fill(clinic, admin.id, 0, 40)
  const few = await ask()
  await fill(clinic, admin.id, 40, 2_500)
  const many = await ask()
  expect(many.answer.match(/"newestConsentRequest":\{/g)).toHaveLength(2 * 10 + 2 * 6)
  // The four lists are loaded concurrently, in any order.
  const sorted = ({ statements }: typeof few) => statements.map(({ text }) => text).sort()
  expect(sorted(many)).toEqual(sorted(few))
  const reads = many.statements.filter(({ text }) => /^\s*SELECT/i.test(text))
  const whole = await explain(database, reads)
  for (const table of ['patients', 'consent_requests', 'mail_messages']) expect(whole).not.toContain(table)
})
