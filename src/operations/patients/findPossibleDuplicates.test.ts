import { expect } from 'vitest'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { DUPLICATES_MAX, findPossibleDuplicates, PHONE_DIGITS } from './findPossibleDuplicates.ts'

const maren = {
  firstName: 'Márén',
  lastName: 'Lindqvist',
  dateOfBirth: new Date('1980-02-29'),
} satisfies Partial<Prisma.PatientUncheckedCreateInput>
const typed = { firstName: 'maren', lastName: 'LINDQVIST', dateOfBirth: '1980-02-29' }

const ids = (found: readonly Pick<Patient, 'id'>[]) => found.map(({ id }) => id)
const asStaff = async (clinic: TestClinic) => clinic.as(await clinic.user())

test('a patient with the same name and date of birth is found, regardless of case and accents', async ({
  clinic,
}) => {
  const patient = await clinic.patient(maren)
  await clinic.patient({ ...maren, dateOfBirth: new Date('1980-03-01') })
  await clinic.patient({ ...maren, dateOfBirth: null })
  await clinic.patient({ ...maren, lastName: 'Lindgren' })
  const found = await findPossibleDuplicates(await asStaff(clinic), typed)
  expect(found).toEqual([
    {
      id: patient.id,
      firstName: 'Márén',
      lastName: 'Lindqvist',
      dateOfBirth: new Date('1980-02-29'),
      phone: null,
      status: 'pending_consent',
    },
  ])
})

test.for([
  ['(415) 555-0132', '415.555.0132'],
  ['+1 415 555 0132', '(415) 555-0132'],
  ['415-555-0132 ext. 7', '4155550132'],
  ['(415) 555-0132', '415 555 0132 x22'],
  ['+44 20 7946 0958', '+442079460958'],
] as const)('a patient with the phone number %s is found by %s', async ([stored, phone], { clinic }) => {
  const patient = await clinic.patient({ phone: stored, status: 'dropped' })
  await clinic.patient({ phone: '(415) 555-0133', email: 'at4155550132@example.test' })
  expect(ids(await findPossibleDuplicates(await asStaff(clinic), { phone }))).toEqual([patient.id])
})

test('a patient who matches twice is listed once, and not while they are edited', async ({ clinic }) => {
  const patient = await clinic.patient({ ...maren, phone: '(415) 555-0132' })
  const staff = await asStaff(clinic)
  const facts = { ...typed, phone: '4155550132' }
  expect(ids(await findPossibleDuplicates(staff, facts))).toEqual([patient.id])
  expect(await findPossibleDuplicates(staff, { ...facts, patientId: patient.id })).toEqual([])
})

test('a name without a birth date, or an unreadable phone number, matches no patient', async ({ clinic }) => {
  await clinic.patient({ ...maren, phone: '555-0132' })
  const staff = await asStaff(clinic)
  for (const facts of [{}, { firstName: 'Maren', lastName: 'Lindqvist' }, { phone: '555-0132' }])
    expect(await findPossibleDuplicates(staff, facts)).toEqual([])
})

test('attorneys find only their own patients, and staff no restricted chart', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const own = await clinic.patient({ ...maren, assignedAttorneyId: attorney.id })
  const restricted = await clinic.patient({ ...maren, restrictedAt: clinic.now })
  expect(ids(await findPossibleDuplicates(clinic.as(attorney), typed))).toEqual([own.id])
  expect(ids(await findPossibleDuplicates(await asStaff(clinic), typed))).toEqual([own.id])
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  expect(ids(await findPossibleDuplicates(admin, typed))).toEqual([restricted.id, own.id])
})

test('at most five are listed, and the audit log names them without the facts', async ({ clinic }) => {
  for (let n = 0; n <= DUPLICATES_MAX; n += 1) await clinic.patient({ phone: '(415) 555-0132' })
  const staff = await asStaff(clinic)
  const found = await findPossibleDuplicates(staff, { phone: '(415) 555-0132' })
  expect(found).toHaveLength(DUPLICATES_MAX)
  const [row, ...more] = await clinic.db.auditLog.findMany()
  expect(more).toEqual([])
  expect(row).toMatchObject({
    action: 'listed',
    resourceType: 'patient',
    userId: staff.actor.id,
    details: { filters: ['duplicates'], count: DUPLICATES_MAX },
  })
  const named = await clinic.db.auditLogPatients.findMany()
  expect(named.map(({ patientIds }) => patientIds)).toEqual([ids(found).sort()])
})

test('the phone number is looked up in its index', async ({ clinic }) => {
  await clinic.db.$executeRaw`
    INSERT INTO patients (id, first_name, last_name, email, phone, created_by, updated_at)
    SELECT gen_random_uuid(), 'F' || n, 'L' || n, n || '@example.test', '(415) 5' || lpad(n::text, 6, '0'),
      ${(await clinic.user()).id}::uuid, now() FROM generate_series(1, 3000) n`
  await clinic.db.$executeRaw`ANALYZE patients`
  const plan = await clinic.db.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
    `EXPLAIN SELECT * FROM patients patient WHERE ${PHONE_DIGITS} = '4155000001' LIMIT ${DUPLICATES_MAX}`,
  )
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('patients_phone_idx')
})
