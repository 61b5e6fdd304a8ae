import { expect } from 'vitest'
import { DEFAULT_PURPOSE } from '#domain/consent/mergeFields.ts'
import { readConsentRequest } from '#operations/consent/readConsentRequest.ts'
import { requestAuthorization } from '#operations/consent/requestAuthorization.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { signConsent } from '#operations/consent/signConsent.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'

async function sign(clinic: TestClinic, patientId: string): Promise<void> {
  const { idempotencyKey } = await clinic.db.consentRequest.findFirstOrThrow({
    where: { patientId, state: 'sent' },
  })
  const secret = clinic.instances.signing.current.linkSecret(idempotencyKey) as string
  await readConsentRequest(clinic.anonymous(), { secret })
  const signature = { signerName: 'Maren Lindqvist', agreesToSignElectronically: true as const }
  await signConsent(clinic.anonymous(), { secret, ...signature })
}

test('the authorized purpose is that of the form in force, the default one in English', async ({
  clinic,
  server,
}) => {
  const user = await clinic.user()
  const staff = clinic.as(user)
  const { id: patientId } = await clinic.patient({ preferredLanguage: 'es' })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  const purpose = async () => {
    const query = `{ patient(id: "${patientId}") { authorizedPurpose } }`
    return (await visitor.ask<{ patient: { authorizedPurpose: string | null } }>(query)).patient
      .authorizedPurpose
  }
  const recipients = [{ name: 'Lee Park' }]
  await sendConsent(staff, { patientId, recipients })
  expect(await purpose(), 'not signed yet').toBeNull()
  await sign(clinic, patientId)
  expect(await purpose(), 'of a Spanish form').toBe(DEFAULT_PURPOSE)
  await requestAuthorization(staff, { patientId, recipients, purpose: 'my claim' })
  expect(await purpose(), 'the first form is in force').toBe(DEFAULT_PURPOSE)
  await sign(clinic, patientId)
  expect(await purpose()).toBe('my claim')
})
