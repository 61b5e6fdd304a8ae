import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { type Answer, cookiesOf, type TestServer, type Visitor } from '#tests/support/testServer.ts'

type Row = Record<string, unknown>
const body = ({ json }: Answer) => json as Row
const rows = ({ json }: Answer) => json as Row[]

async function signedIn(clinic: TestClinic, server: TestServer, role: 'admin' | 'staff' | 'attorney') {
  const user = await clinic.user({ role })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  return { user, visitor }
}

test('a patient goes through the whole process by the documented calls, and the audit log shows it', async ({
  clinic,
  server,
}) => {
  const { visitor: admin } = await signedIn(clinic, server, 'admin')
  const { visitor: staff, user } = await signedIn(clinic, server, 'staff')
  const { visitor: attorney } = await signedIn(clinic, server, 'attorney')
  const person = {
    firstName: 'Newcomer',
    lastName: "O'Test",
    email: 'newcomer@example.test',
    phone: '(415) 555-0100',
    dateOfBirth: '1980-02-29',
  }
  const made = await staff.call('POST', '/api/patients', person)
  expect(made.status).toBe(201)
  expect(made.json).toMatchObject({
    ...person,
    status: 'pending_consent',
    createdBy: { id: user.id, firstName: user.firstName, lastName: user.lastName },
    assignedAttorney: null,
    message: 'Patient added successfully',
  })
  const at = `/api/patients/${body(made).id}`

  const twin = await admin.call('POST', '/api/patients', { ...person, email: person.email.toUpperCase() })
  expect(twin.status).toBe(409)
  expect(body(twin).message).toBe('A patient with this email address already exists')
  expect((await admin.call('GET', '/api/dashboard/stats')).json).toEqual({
    totalPatients: 1,
    pendingConsent: 1,
    consentSigned: 0,
    schedulable: 0,
  })

  const visit = {
    consultationDate: '2026-01-14T12:00:00.000Z',
    consultationTime: '14:30',
    consultationLocation: 'Main office',
  }
  expect((await staff.call('PUT', `${at}/schedule`, visit)).status).toBe(409)
  const sent = await staff.call('POST', `${at}/send-consent`)
  expect(sent.status).toBe(200)
  expect(sent.json).toMatchObject({ status: 'consent_sent', message: 'Consent form sent successfully' })
  expect(rows(await admin.call('GET', '/api/patients?status=consent_sent'))).toHaveLength(1)
  expect((await staff.call('POST', `${at}/send-consent`)).status).toBe(409)
  expect((await staff.call('PATCH', `${at}/status`, { status: 'consent_signed' })).status).toBe(403)
  expect((await staff.call('GET', `${at}/consent-form`)).status).toBe(404)

  const link = 'mutation($i: PatientIdInput!) { showSigningLink(input: $i) { path } }'
  const shown = await staff.ask<{ showSigningLink: { path: string } }>(link, {
    i: { patientId: body(made).id },
  })
  const secret = shown.showSigningLink.path.replace('/sign/', '')
  const nobody = server.visitor()
  await nobody.graphql('query($s: String!) { signingInvitation(secret: $s) { expiresAt } }', { s: secret })
  const signed = await nobody.ask<{ signConsent: { sha256: string } }>(
    'mutation($i: SignConsentInput!) { signConsent(input: $i) { sha256 } }',
    { i: { secret, signerName: "Newcomer O'Test", agreesToSignElectronically: true } },
  )
  const { sha256 } = signed.signConsent

  const seen = body(await staff.call('GET', at))
  expect(seen).toMatchObject({ status: 'consent_signed', consentFormUrl: `${at}/consent-form` })
  const form = await fetch(`${server.url}${seen.consentFormUrl}`, {
    headers: { cookie: await cookieOf(server, user.email) },
  })
  expect(form.headers.get('content-type')).toBe('application/pdf')
  expect(form.headers.get('content-disposition')).toBe(
    `attachment; filename="consent-O_Test-2026-01-05.pdf"; filename*=UTF-8''consent-O%27Test-2026-01-05.pdf`,
  )
  const pdf = Buffer.from(await form.arrayBuffer())
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(sha256)

  const past = await staff.call('PUT', `${at}/schedule`, { ...visit, consultationDate: '2020-01-01' })
  expect(past.status).toBe(400)
  expect(past.text).toContain('Consultation date must be in the future')
  const scheduled = await staff.call('PUT', `${at}/schedule`, visit)
  expect(scheduled.json).toMatchObject({
    message: 'Consultation scheduled successfully',
    consultationDate: '2026-01-14',
    consultationTime: '14:30',
  })
  expect(rows(await staff.call('GET', '/api/appointments'))).toMatchObject([
    {
      patientId: body(made).id,
      patient: { firstName: 'Newcomer' },
      provider: { id: user.id },
      scheduledAt: '2026-01-14T19:30:00.000Z',
      duration: 60,
      status: 'scheduled',
    },
  ])
  expect((await attorney.call('GET', '/api/patients')).json).toEqual([])
  expect((await attorney.call('GET', `${at}/notes`)).status).toBe(404)

  const dropped = await staff.call('POST', `${at}/drop`, { dropReason: 'Moved out of state' })
  expect(dropped.json).toMatchObject({
    status: 'dropped',
    dropReason: 'Moved out of state',
    droppedBy: { id: user.id },
  })
  expect((await admin.call('GET', '/api/patients')).json).toEqual([])
  const auditRows = rows(await admin.call('GET', '/api/audit-logs'))
  const actions = auditRows.filter((row) => row.patientId === body(made).id).map((row) => row.action)
  for (const action of ['created', 'consent_sent', 'consent_signed', 'viewed', 'downloaded', 'updated'])
    expect(actions).toContain(action)
})

async function cookieOf(server: TestServer, email: string): Promise<string> {
  const answer = await server.visitor().call('POST', '/api/auth/login', { email, password: PASSWORD })
  return cookiesOf(answer.headers)
}

test('signing in and out, and the current user', async ({ clinic, server }) => {
  const user = await clinic.user({ email: 'sam@clinic.test', firstName: 'Sam' })
  const visitor: Visitor = server.visitor()
  const anonymous = await visitor.call('GET', '/api/auth/user')
  expect([anonymous.status, anonymous.json]).toEqual([
    401,
    { code: 'unauthenticated', message: 'Unauthorized' },
  ])

  const wrong = await visitor.call('POST', '/api/auth/login', { email: user.email, password: 'nope' })
  expect([wrong.status, wrong.json]).toEqual([
    401,
    { code: 'unauthenticated', message: 'Invalid email or password' },
  ])
  const login = await visitor.signIn('SAM@clinic.test')
  expect(login.status).toBe(200)
  expect(login.json).toMatchObject({ message: expect.any(String), user: { firstName: 'Sam' } })
  expect(login.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/)

  const me = await visitor.call('GET', '/api/auth/user')
  expect(me.json).toEqual({
    id: user.id,
    email: user.email,
    firstName: 'Sam',
    lastName: user.lastName,
    role: 'staff',
    profileImageUrl: null,
    mustChangePassword: false,
  })
  const cookie = await cookieOf(server, user.email)
  const out = await visitor.call('POST', '/api/auth/logout')
  expect([out.status, out.headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/Max-Age=0/)])
  expect((await visitor.call('GET', '/api/auth/user')).status).toBe(401)
  const other = await server.visitor().call('GET', '/api/auth/user', undefined, { cookie })
  expect(other.status).toBe(200)
})

test('a cookie with a changed byte gives no access and causes no internal error', async ({
  clinic,
  server,
}) => {
  const user = await clinic.user()
  const cookie = await cookieOf(server, user.email)
  for (let index = 'caseload='.length; index < cookie.length - 2; index += 23) {
    const changed = `${cookie.slice(0, index)}${cookie[index] === 'A' ? 'B' : 'A'}${cookie.slice(index + 1)}`
    expect((await server.visitor().call('GET', '/api/patients', undefined, { cookie: changed })).status).toBe(
      401,
    )
  }
})

test('the documented call changes a password, and the session stays', async ({ clinic, server }) => {
  const { visitor } = await signedIn(clinic, server, 'staff')
  const change = (input: object) => visitor.call('PUT', '/api/auth/change-password', input)
  const wrong = await change({ currentPassword: 'nope', newPassword: 'a new passphrase' })
  expect([wrong.status, wrong.json]).toEqual([
    400,
    {
      code: 'invalid',
      message: 'Current password is incorrect',
      fields: { currentPassword: 'Current password is incorrect' },
    },
  ])
  const changed = await change({ currentPassword: PASSWORD, newPassword: 'a new passphrase' })
  expect([changed.status, changed.json]).toEqual([200, { message: 'Password changed successfully' }])
  expect((await visitor.call('GET', '/api/auth/user')).status).toBe(200)
})
