import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { ContractServer } from '#tests/support/docusign/server.ts'
import { post, test, wait } from '#tests/support/docusign/test.ts'
import { queuedJobs } from '#tests/support/queue.ts'
import { applyEnvelope } from './applyEnvelope.ts'
import { downloadConsentForm } from './downloadConsentForm.ts'
import { expireRequests } from './expireRequests.ts'
import { followEnvelope } from './followEnvelope.ts'
import { revokeConsent } from './revokeConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { voidConsentRequest } from './voidConsentRequest.ts'

const DAY = 86_400

async function setUpRequest(clinic: TestClinic, patientId: string) {
  const staff = clinic.as(await clinic.user())
  await sendConsent(staff, { patientId })
  const { envelopeId } = await clinic.db.consentRequest.findFirstOrThrow({
    where: { patientId },
    orderBy: { createdAt: 'desc' },
  })
  const follow = () =>
    followEnvelope(clinic.anonymous(), { provider: 'docusign', envelopeId: envelopeId ?? '' })
  return { staff, envelopeId: envelopeId ?? '', follow }
}
const patientOf = ({ db }: TestClinic, id: string) => db.patient.findUniqueOrThrow({ where: { id } })

/** Signed on day 29 without our knowledge, expired, sent again and signed again. */
async function signedTwice(clinic: TestClinic, { account }: ContractServer) {
  const { id } = await clinic.patient()
  const first = await setUpRequest(clinic, id)
  wait(clinic, 29 * DAY)
  account.complete(first.envelopeId)
  wait(clinic, 2 * DAY)
  await expireRequests(clinic.anonymous())
  const second = await setUpRequest(clinic, id)
  account.complete(second.envelopeId)
  await second.follow()
  return { id, first, second }
}

describe('a signature that is reported late', () => {
  test('does not restore a consent that the patient revoked after it', async ({ clinic, service }) => {
    const { id, first, second } = await signedTwice(clinic, service)
    wait(clinic, DAY)
    await revokeConsent(second.staff, { patientId: id, reason: 'Called and revoked it' })
    const revoked = await patientOf(clinic, id)
    await first.follow()
    expect(await patientOf(clinic, id)).toEqual(revoked)
    expect(await clinic.db.signedConsentForm.count()).toBe(2)
  })

  test('does not replace a newer signature', async ({ clinic, service }) => {
    const { id, first, second } = await signedTwice(clinic, service)
    const { consentSignedAt, consentExpiresAt } = await patientOf(clinic, id)
    const { fileName } = await downloadConsentForm(second.staff, { patientId: id })
    wait(clinic, DAY)
    await first.follow()
    expect(await patientOf(clinic, id)).toMatchObject({ consentSignedAt, consentExpiresAt })
    expect(await clinic.db.signedConsentForm.count()).toBe(2)
    // Both forms have the same bytes here. The date in the file name tells them apart.
    expect(await downloadConsentForm(second.staff, { patientId: id })).toMatchObject({ fileName })
  })
})

test('a form signed while it was being voided does not count and is announced, in any order of events', async ({
  clinic,
  service,
  runJobs,
}) => {
  const rae = await clinic.user({ role: 'attorney' })
  const { id } = await clinic.patient({ assignedAttorneyId: rae.id })
  const { staff, envelopeId, follow } = await setUpRequest(clinic, id)
  await voidConsentRequest(staff, { patientId: id })
  service.account.complete(envelopeId)
  await follow()
  await runJobs()
  expect(await patientOf(clinic, id)).toMatchObject({ status: 'pending_consent' })
  const alerts = await clinic.db.alert.findMany({ where: { userId: rae.id } })
  expect(alerts.filter(({ message }) => message.includes('was signed with the provider'))).toHaveLength(1)
  expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
    state: 'voided',
    providerStatus: 'completed',
    providerError: expect.stringContaining('was signed with the provider'),
  })
})

test('a check that began before the end does not reset the provider’s status', async ({
  clinic,
  service,
}) => {
  const { id } = await clinic.patient()
  const { envelopeId, follow } = await setUpRequest(clinic, id)
  service.account.complete(envelopeId)
  await follow()
  const request = await clinic.db.consentRequest.findFirstOrThrow()
  const before = { openedAt: clinic.now, endedAt: null, reason: null, signerName: null, representative: null }
  await applyEnvelope(clinic.anonymous(), request, { phase: 'opened', status: 'delivered', ...before })
  expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
    state: 'signed',
    providerStatus: 'completed',
  })
})

test('a message that was received before triggers nothing again', async ({
  clinic,
  database,
  service,
  runJobs,
  server,
}) => {
  const { id } = await clinic.patient()
  const { envelopeId } = await setUpRequest(clinic, id)
  service.account.complete(envelopeId)
  const message = service.message(envelopeId, 'envelope-completed')
  await post(server.visitor(), message)
  await runJobs()
  const before = await queuedJobs(database)
  expect((await post(server.visitor(), message)).status).toBe(200)
  expect(await queuedJobs(database)).toEqual(before)
})
