import { expect } from 'vitest'
import { test, wait } from '#tests/support/docusign/test.ts'
import { followEnvelope } from './followEnvelope.ts'
import { sendConsent } from './sendConsent.ts'

test('a form that was signed before the revocation is put on file and restores no access', async ({
  clinic,
  service,
  runJobs,
}) => {
  const { id: patientId } = await clinic.patient()
  await sendConsent(clinic.as(await clinic.user()), { patientId })
  const { id, envelopeId } = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId } })
  service.account.complete(envelopeId ?? '')
  await clinic.db.consentRequest.update({ where: { id }, data: { state: 'expired' } })
  wait(clinic, 3600)
  const revoked = { status: 'pending_consent', consentRevokedAt: clinic.now } as const
  await clinic.db.patient.update({ where: { id: patientId }, data: revoked })
  wait(clinic, 3600)
  await followEnvelope(clinic.anonymous(), { provider: 'docusign', envelopeId: envelopeId ?? '' })
  await runJobs()
  expect(await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })).toMatchObject(revoked)
  expect(await clinic.db.signedConsentForm.count({ where: { requestId: id } })).toBe(1)
})
