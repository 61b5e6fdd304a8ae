import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { insertAppointment, MOMENT, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import type { GraphQLAnswer, TestServer } from '#tests/support/testServer.ts'

const book = `mutation ($input: BookAppointmentInput!) {
  bookAppointment(input: $input) {
    id status isDoubleBooked cancelReason createdBy { id } provider { id } patient { id }
  }
}`
const edit = `mutation ($input: EditAppointmentInput!) {
  editAppointment(input: $input) { scheduledAt patient { consultationDate consultationTime } }
}`
const cancel = `mutation ($input: CancelAppointmentInput!) {
  cancelAppointment(input: $input) { status cancelReason patient { consultationDate } }
}`
const complete = 'mutation ($input: AppointmentIdInput!) { completeAppointment(input: $input) { status } }'
const noShow = 'mutation ($input: AppointmentIdInput!) { markNoShow(input: $input) { status } }'

async function signedIn(clinic: TestClinic, server: TestServer, id: string) {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.db.user.findUniqueOrThrow({ where: { id } })).email)
  return visitor
}
const codes = ({ errors }: GraphQLAnswer) => errors.map(({ extensions }) => extensions.code)

test('an appointment can be booked, edited and completed by the API', async ({ clinic, server }) => {
  const { staff, provider, patient } = await practice(clinic)
  const visitor = await signedIn(clinic, server, staff.actor.id)
  const input = { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT }
  const { data } = await visitor.graphql(book, { input })
  expect(data).toEqual({
    bookAppointment: {
      id: expect.any(String),
      status: 'scheduled',
      isDoubleBooked: false,
      cancelReason: null,
      createdBy: { id: staff.actor.id },
      provider: { id: provider.id },
      patient: { id: patient.id },
    },
  })
  const appointmentId = (await clinic.db.appointment.findFirstOrThrow()).id
  const again = await visitor.graphql(book, { input })
  expect(again.errors).toMatchObject([
    { extensions: { code: 'conflict', fields: { scheduledAt: expect.stringContaining('already has') } } },
  ])
  expect((await visitor.graphql(book, { input: { ...input, bookAnyway: true } })).data).toMatchObject({
    bookAppointment: { isDoubleBooked: true },
  })
  const early = await visitor.graphql(complete, { input: { appointmentId } })
  expect(codes(early)).toEqual(['conflict'])
  clinic.now = new Date(MOMENT)
  await visitor.signIn((await clinic.db.user.findUniqueOrThrow({ where: { id: staff.actor.id } })).email)
  expect((await visitor.graphql(complete, { input: { appointmentId } })).data).toEqual({
    completeAppointment: { status: 'completed' },
  })
  expect(codes(await visitor.graphql(noShow, { input: { appointmentId } }))).toEqual(['conflict'])
})

test('the response of an appointment mutation includes the updated consultation', async ({
  clinic,
  server,
}) => {
  const { staff, patient } = await practice(clinic)
  const visitor = await signedIn(clinic, server, staff.actor.id)
  const day = { consultationDate: '2026-01-14', consultationTime: '14:30', consultationLocation: 'Annex' }
  expect((await visitor.call('PUT', `/api/patients/${patient.id}/schedule`, day)).status).toBe(200)
  const { id: appointmentId } = await clinic.db.appointment.findFirstOrThrow()
  const moved = await visitor.graphql(edit, {
    input: { appointmentId, scheduledAt: '2026-01-16T02:00:00.000Z' },
  })
  expect(moved.data).toEqual({
    editAppointment: {
      scheduledAt: '2026-01-16T02:00:00.000Z',
      patient: { consultationDate: '2026-01-15', consultationTime: '21:00' },
    },
  })
  expect((await visitor.graphql(cancel, { input: { appointmentId } })).data).toEqual({
    cancelAppointment: { status: 'cancelled', cancelReason: null, patient: { consultationDate: null } },
  })
})

test('an attorney can read the appointments of their patients but not change them', async ({
  clinic,
  server,
}) => {
  const { attorney, provider, patient } = await practice(clinic)
  const own = await insertAppointment(clinic, { provider, patient })
  const foreign = await insertAppointment(
    clinic,
    { provider, patient: await clinic.patient() },
    {
      scheduledAt: new Date('2026-01-15T19:30:00Z'),
    },
  )
  const visitor = await signedIn(clinic, server, attorney.actor.id)
  const open = (id: string) => visitor.graphql('query ($id: ID!) { appointment(id: $id) { id } }', { id })
  expect((await open(own.id)).data).toEqual({ appointment: { id: own.id } })
  expect(codes(await open(foreign.id))).toEqual(['not_found'])
  expect(codes(await open(provider.id))).toEqual(['not_found'])

  const appointmentId = own.id
  const visit = { patientId: patient.id, providerId: attorney.actor.id, scheduledAt: MOMENT }
  for (const [mutation, input] of [
    [book, visit],
    [edit, { appointmentId, notes: 'Mine' }],
    [cancel, { appointmentId }],
    [complete, { appointmentId }],
    [noShow, { appointmentId }],
    // Permission is checked before the input.
    [edit, { appointmentId: 7, nonsense: true }],
  ] as const)
    expect(codes(await visitor.graphql(mutation, { input })), mutation).toEqual(['forbidden'])
  expect(await clinic.db.appointment.findMany({ where: { id: own.id } })).toEqual([own])
  expect(await clinic.db.auditLog.count({ where: { action: 'denied' } })).toBe(8)
})

test('an anonymous caller is asked to sign in', async ({ server }) => {
  const visitor = server.visitor()
  expect(codes(await visitor.graphql('{ appointment(id: "1") { id } }'))).toEqual(['unauthenticated'])
  expect(codes(await visitor.graphql(cancel, { input: { appointmentId: '1' } }))).toEqual(['unauthenticated'])
})

test('invalid input is reported by field with a message', async ({ clinic, server }) => {
  const { staff, provider, patient } = await practice(clinic)
  const visitor = await signedIn(clinic, server, staff.actor.id)
  const fieldsOf = async (query: string, variables: object) =>
    (await visitor.graphql(query, variables)).errors[0]?.extensions
  const input = { patientId: patient.id, providerId: provider.id }
  expect(
    await fieldsOf(book, { input: { ...input, scheduledAt: '2026-01-14T14:30', duration: 1.5 } }),
  ).toEqual(
    expect.objectContaining({
      code: 'invalid',
      fields: {
        scheduledAt: 'Appointment must have a date and time, with the offset from UTC',
        duration: 'Duration must be 5 to 1440 whole minutes',
      },
    }),
  )
  expect(await fieldsOf(edit, { input: { appointmentId: 'x', patientId: 'y' } })).toMatchObject({
    code: 'invalid',
    fields: { patientId: 'Unknown field: patientId' },
  })
  const week =
    'query ($from: DateTime, $to: DateTime) { appointments(from: $from, to: $to) { edges { cursor } } }'
  expect(await fieldsOf(week, { from: MOMENT, to: 'Monday' })).toMatchObject({
    code: 'invalid',
    fields: { to: 'To must be a date and time, with the offset from UTC' },
  })
})

test('the schedule can be filtered over the API', async ({ clinic, server }) => {
  const { staff, provider, patient } = await practice(clinic)
  const { id } = await insertAppointment(clinic, { provider, patient })
  const later = { scheduledAt: new Date('2026-01-15T19:30:00Z') }
  await insertAppointment(clinic, { provider: await clinic.user(), patient }, later)
  await insertAppointment(clinic, { provider, patient: await clinic.patient() }, later)
  const visitor = await signedIn(clinic, server, staff.actor.id)
  const { data } = await visitor.graphql(
    `query ($to: DateTime!, $providerId: ID!, $patientId: ID!) {
      appointments(
        from: "2026-01-12T05:00:00Z", to: $to, providerId: $providerId, patientId: $patientId, status: scheduled
      ) {
        edges { node { id createdBy { id } } }
      }
    }`,
    { to: '2026-01-19T05:00:00Z', providerId: provider.id, patientId: patient.id },
  )
  expect(data).toEqual({ appointments: { edges: [{ node: { id, createdBy: { id: provider.id } } }] } })
})
