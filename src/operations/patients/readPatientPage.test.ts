import * as fc from 'fast-check'
import { expect } from 'vitest'
import { type NarrowingFilters, narrowingNames } from '#domain/patients/filters.ts'
import { patientSorts, sortDirections } from '#domain/patients/listing.ts'
import { patientStatuses } from '#domain/patients/status.ts'
import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { runs } from '#tests/support/properties.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import type { OperationContext } from '../context.ts'
import type { PageArgs } from '../paging.ts'
import { listPatients } from './listPatients.ts'
import { newestRequest, shownUser } from './visiblePatient.ts'

const firstNames = ['Ann', 'ÁNN', 'Per_cent', '100%', 'O’Neil', 'Zoë']
const lastNames = ['Quill', 'quill', 'Banks', 'Ábel']
const searches = ['quill', 'ann', 'per_cent', '100%', 'nobody', 'q u', ' ']

const HOUR_MS = 3_600_000

type Input = Parameters<typeof listPatients>[1]

/** Forty patients: two at each moment and name, at every status, some restricted, some with consent requests. */
async function fill(clinic: TestClinic, people: User[]): Promise<void> {
  const restrictedBy = people[0] as User
  for (let n = 0; n < 40; n += 1) {
    // Two at each moment, over a bit more than three days.
    const moment = new Date(clinic.now.getTime() - Math.floor(n / 2) * 4 * HOUR_MS)
    const status = patientStatuses[n % patientStatuses.length] as (typeof patientStatuses)[number]
    const { id: patientId } = await clinic.patient({
      firstName: firstNames[n % firstNames.length] as string,
      lastName: lastNames[n % lastNames.length] as string,
      status,
      createdAt: moment,
      updatedAt: new Date(moment.getTime() + (n % 7) * HOUR_MS),
      statusSince: moment,
      consentSignedAt: n % 4 ? new Date(clinic.now.getTime() - n * HOUR_MS) : null,
      dateOfBirth: n % 3 ? new Date('1980-02-29') : null,
      createdById: (people[n % people.length] as User).id,
      assignedAttorneyId: n % 4 ? (people[n % people.length] as User).id : null,
      ...(n % 5 === 0 && {
        restrictedAt: moment,
        restrictions: {
          create: { reason: 'A colleague', restrictedAt: moment, restrictedById: restrictedBy.id },
        },
      }),
    })
    if (n % 5 === 0 && n % 2)
      await clinic.db.breakGlass.create({
        data: {
          patientId,
          userId: (people[1] as User).id,
          reason: 'Emergency',
          begunAt: moment,
          endsAt: new Date(clinic.now.getTime() + (n % 3 ? 1 : -1) * 60_000),
        },
      })
    if (n % 3 === 0)
      for (const state of ['expired', n % 2 ? 'sent' : 'failed'] as const)
        await clinic.db.consentRequest.create({
          data: {
            ...{ patientId, state, provider: 'built_in', idempotencyKey: crypto.randomUUID(), document: {} },
            ...{ documentSha256: '0'.repeat(64), templateVersion: '1', sentById: restrictedBy.id },
            createdAt: state === 'expired' ? new Date(0) : clinic.now,
            expiresAt: clinic.now,
            retryAt: state === 'failed' ? clinic.now : null,
          },
        })
  }
}

const fields = [
  'firstName',
  'email',
  'status',
  'statusSince',
  'dateOfBirth',
  'consentIsManual',
  'notes',
] as const

const selections = fc.record({
  fields: fc.subarray([...fields]),
  users: fc.subarray(['assignedAttorney', 'createdBy', 'droppedBy']),
  hasRequest: fc.boolean(),
})

/** Days around the clinic's today, 2026-01-05. */
const days = fc.constantFrom('2026-01-01', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-07')

const questions = fc.record({
  viewer: fc.nat(4),
  hasKey: fc.boolean(),
  narrowing: fc.record({
    assignedAttorney: fc.constantFrom('me', 'none', '0', '1', '3', 'no-uuid'),
    createdFrom: days,
    createdTo: days,
    consentSignedFrom: days,
    consentSignedTo: days,
    statusChangedFrom: days,
    statusChangedTo: days,
    minDaysInStatus: fc.integer({ min: 1, max: 4 }),
    needsReview: fc.boolean(),
  }),
  // Few at a time, because most combinations match no patient.
  used: fc.subarray([...narrowingNames], { maxLength: 2 }),
  input: fc.record(
    {
      status: fc.constantFrom(...patientStatuses),
      search: fc.constantFrom(...searches),
      sort: fc.constantFrom(...patientSorts),
      direction: fc.constantFrom(...sortDirections),
      updatedSince: days.map((day) => `${day}T12:00:00Z`),
    },
    { requiredKeys: [] },
  ),
  size: fc.integer({ min: 0, max: 12 }),
  isBackward: fc.boolean(),
  pages: fc.integer({ min: 1, max: 3 }),
  selection: selections,
})

const selectionOf = (wanted: { fields: string[]; users: string[]; hasRequest: boolean }) => ({
  columns: new Set(wanted.fields),
  include: {
    ...Object.fromEntries(wanted.users.map((name) => [name, { select: shownUser }])),
    ...(wanted.hasRequest && {
      consentRequests: { ...newestRequest, select: { state: true, provider: true, retryAt: true } },
    }),
  },
})

/** An API key, which the audit row names, and which never breaks the glass. */
const key = { id: '0190d6a4-0000-7000-8000-000000000000', scopes: ['patients_read' as const] }

/** A relation that only Prisma can load. */
const forPrisma = { legalHolds: { where: { reason: 'none' } } }

/** A row with only these columns and relations. */
function only(row: object, { columns, include }: ReturnType<typeof selectionOf>) {
  const names = ['id', ...columns, ...Object.keys(include)]
  return Object.fromEntries(names.map((name) => [name, row[name as keyof typeof row]]))
}

/** The filters with these names. */
const pick = (filters: NarrowingFilters, names: readonly (keyof NarrowingFilters)[]): NarrowingFilters =>
  Object.fromEntries(names.map((name) => [name, filters[name]]))

/** The page and its audit row, read in a separate request. */
async function answer(
  clinic: TestClinic,
  ctx: OperationContext,
  ...[input, page, selection, isPrisma]: [Input, PageArgs, ReturnType<typeof selectionOf>, boolean]
) {
  const request = { ...ctx.request, listed: new Map() }
  const include = { ...selection.include, ...(isPrisma && forPrisma) }
  const read = await listPatients({ ...ctx, request }, input, page, { ...selection, include })
  const [row] = await clinic.db.auditLog.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 1,
  })
  const named = row && (await clinic.db.auditLogPatients.findFirst({ where: { auditLogId: row.id } }))
  return {
    ...read,
    rows: read.rows.map(({ node, cursor }) => ({ node: only(node, selection), cursor })),
    audit: { ...row, id: undefined },
    named: named?.patientIds ?? null,
  }
}

test('the prepared statement and Prisma give the same rows, counts, cursors and audit rows', async ({
  clinic,
}) => {
  const people = [
    await clinic.user({ role: 'admin' }),
    await clinic.user({ role: 'staff' }),
    await clinic.user({ role: 'staff' }),
    await clinic.user({ role: 'attorney' }),
    await clinic.user({ role: 'attorney' }),
  ]
  await fill(clinic, people)
  let prepared = 0
  await fc.assert(
    fc.asyncProperty(questions, async (question) => {
      const { viewer, hasKey, used, size, isBackward, pages, selection } = question
      const narrowing = pick(question.narrowing, used)
      const user = people[Number(narrowing.assignedAttorney)]
      const input = { ...question.input, ...narrowing, ...(user && { assignedAttorney: user.id }) }
      const person = clinic.as(people[viewer] as User)
      const ctx = hasKey ? { ...person, actor: { ...person.actor, key } } : person
      const wanted = selectionOf(selection)
      let cursor: string | null = null
      for (let page = 0; page < pages; page += 1) {
        const args = isBackward ? { last: size, before: cursor } : { first: size, after: cursor }
        if (cursor && size === 0) return
        let one: Awaited<ReturnType<typeof answer>> | undefined
        const sent = work(
          await statementsOf(async () => {
            one = await answer(clinic, ctx, input, args, wanted, false)
          }),
        )
        if (sent.some((text) => text.includes('WITH page AS'))) prepared += 1
        expect(one).toEqual(await answer(clinic, ctx, input, args, wanted, true))
        const edge = isBackward ? one?.rows[0] : one?.rows.at(-1)
        if (!edge) return
        cursor = edge.cursor
      }
    }),
    { numRuns: runs(60) },
  )
  expect(prepared).toBeGreaterThan(50)
})
