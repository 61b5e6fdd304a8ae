import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { PASSWORD } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import type { Visitor } from '#tests/support/testServer.ts'

/** The data of a document that must not fail. */
async function ask<Data>(visitor: Visitor, query: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await visitor.graphql(query, variables)
  expect(errors, query).toEqual([])
  return data as unknown as Data
}

test('one patient goes all the way by GraphQL, and the trail tells it', async ({ clinic, door }) => {
  await clinic.user({ role: 'staff', email: 'staff@clinic.test' })
  await clinic.user({ role: 'admin', email: 'admin@clinic.test' })
  const signIn = 'mutation($input: SignInInput!) { signIn(input: $input) { message user { firstName } } }'
  const [staff, admin, patient] = [door.visitor(), door.visitor(), door.visitor()]
  for (const [visitor, email] of [
    [staff, 'staff@clinic.test'],
    [admin, 'admin@clinic.test'],
  ] as const)
    await ask(visitor, signIn, { input: { email, password: PASSWORD } })

  const added = await ask<{ addPatient: { id: string; status: string } }>(
    staff,
    'mutation($input: AddPatientInput!) { addPatient(input: $input) { id status } }',
    { input: { firstName: 'Maren', lastName: "O'Test", email: 'maren@example.test' } },
  )
  const patientId = added.addPatient.id
  const input = { patientId }
  expect(added.addPatient.status).toBe('pending_consent')

  const sent = await ask(
    staff,
    'mutation($input: SendConsentInput!) { sendConsent(input: $input) { status } }',
    { input },
  )
  expect(sent).toEqual({ sendConsent: { status: 'consent_sent' } })
  const { showSigningLink: link } = await ask<{ showSigningLink: { path: string } }>(
    staff,
    'mutation($input: PatientIdInput!) { showSigningLink(input: $input) { path } }',
    { input },
  )
  const secret = link.path.replace('/sign/', '')

  const { signingInvitation } = await ask<{ signingInvitation: { document: { title: string } } }>(
    patient,
    'query($secret: String!) { signingInvitation(secret: $secret) { document } }',
    { secret },
  )
  expect(signingInvitation.document.title).toMatch(/Authorization/)
  const { signConsent: receipt } = await ask<{ signConsent: { sha256: string; pdfBase64: string } }>(
    patient,
    'mutation($input: SignConsentInput!) { signConsent(input: $input) { sha256 pdfBase64 } }',
    { input: { secret, signerName: "Maren O'Test", agreesToSignElectronically: true } },
  )
  const pdf = Buffer.from(receipt.pdfBase64, 'base64')
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(receipt.sha256)

  const visit = {
    patientId,
    consultationDate: '2026-01-14',
    consultationTime: '14:30',
    consultationLocation: 'Annex',
  }
  const scheduled = await ask(
    staff,
    'mutation($input: ScheduleConsultationInput!) { scheduleConsultation(input: $input) { status consultationDate } }',
    { input: visit },
  )
  expect(scheduled).toEqual({
    scheduleConsultation: { status: 'consent_signed', consultationDate: '2026-01-14' },
  })

  type Trail = { auditLogs: { edges: { node: { action: string; patientId: string | null } }[] } }
  const { auditLogs } = await ask<Trail>(
    admin,
    '{ auditLogs(first: 50) { edges { node { action patientId } } } }',
  )
  const actions = auditLogs.edges.flatMap(({ node }) => (node.patientId === patientId ? node.action : []))
  expect(actions.sort()).toEqual([
    'consent_sent',
    'consent_signed',
    'created',
    'created',
    'updated',
    'viewed',
    'viewed',
  ])
})
