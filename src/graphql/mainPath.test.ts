import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { PASSWORD } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'

test('a patient goes through the whole process by GraphQL, and the audit log shows it', async ({
  clinic,
  server,
}) => {
  await clinic.user({ role: 'staff', email: 'staff@clinic.test' })
  await clinic.user({ role: 'admin', email: 'admin@clinic.test' })
  const signIn = 'mutation($input: SignInInput!) { signIn(input: $input) { message user { firstName } } }'
  const [staff, admin, patient] = [server.visitor(), server.visitor(), server.visitor()]
  for (const [visitor, email] of [
    [staff, 'staff@clinic.test'],
    [admin, 'admin@clinic.test'],
  ] as const)
    await visitor.ask(signIn, { input: { email, password: PASSWORD } })

  const added = await staff.ask<{ addPatient: { id: string; status: string } }>(
    'mutation($input: AddPatientInput!) { addPatient(input: $input) { id status } }',
    { input: { firstName: 'Maren', lastName: "O'Test", email: 'maren@example.test' } },
  )
  const patientId = added.addPatient.id
  const input = { patientId }
  expect(added.addPatient.status).toBe('pending_consent')

  const sent = await staff.ask(
    'mutation($input: SendConsentInput!) { sendConsent(input: $input) { status } }',
    { input },
  )
  expect(sent).toEqual({ sendConsent: { status: 'consent_sent' } })
  const { showSigningLink: link } = await staff.ask<{ showSigningLink: { path: string } }>(
    'mutation($input: PatientIdInput!) { showSigningLink(input: $input) { path } }',
    { input },
  )
  const secret = link.path.replace('/sign/', '')

  const { signingInvitation } = await patient.ask<{ signingInvitation: { document: { title: string } } }>(
    'query($secret: String!) { signingInvitation(secret: $secret) { document } }',
    { secret },
  )
  expect(signingInvitation.document.title).toMatch(/Authorization/)
  const { signConsent: receipt } = await patient.ask<{ signConsent: { sha256: string; pdfBase64: string } }>(
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
  const scheduled = await staff.ask(
    'mutation($input: ScheduleConsultationInput!) { scheduleConsultation(input: $input) { status consultationDate } }',
    { input: visit },
  )
  expect(scheduled).toEqual({
    scheduleConsultation: { status: 'consent_signed', consultationDate: '2026-01-14' },
  })

  type Trail = { auditLogs: { edges: { node: { action: string; patientId: string | null } }[] } }
  const { auditLogs } = await admin.ask<Trail>(
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
