import { expect } from 'vitest'
import { makeBuiltInSigning } from '#infra/signing/builtIn.ts'
import { SESSION_SECRET, type TestClinic } from '#tests/support/clinic.ts'
import { signAt } from '#tests/support/signByLink.ts'
import { test } from '#tests/support/test.ts'
import { composers } from '../mail/composers.ts'
import { copyPath, copySecret } from './derivedSecrets.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'

const NEXT = 'another-session-secret-for-tests-only-0123456789'

/** The same clinic after a restart with these secrets. */
function startedWith(clinic: TestClinic, secrets: [string, ...string[]]): TestClinic['instances']['signing'] {
  const builtIn = makeBuiltInSigning(secrets)
  return { ...clinic.instances.signing, current: builtIn, of: () => builtIn }
}

test('links from before a change of the secret still work and are e-mailed unchanged', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  await sendConsent(staff, { patientId })
  const { path } = await showSigningLink(staff, { patientId })
  const changed = { signing: startedWith(clinic, [NEXT, SESSION_SECRET]) }
  expect((await showSigningLink({ ...staff, ...changed }, { patientId })).path).toBe(path)

  const request = await clinic.db.consentRequest.findFirstOrThrow()
  const message = { requestId: request.id } as Parameters<(typeof composers)['consent_copy']>[1]
  const anybody = { ...clinic.anonymous(), ...changed }
  expect((await composers.consent_reminder(anybody, message))?.link?.address).toContain(path)
  // A server without the old secret sends no e-mail rather than a dead link.
  const forgotten = { ...clinic.anonymous(), signing: startedWith(clinic, [NEXT]) }
  expect(await composers.consent_reminder(forgotten, message)).toBeNull()

  await signAt(clinic, path)
  const signed = await clinic.db.consentRequest.findFirstOrThrow()
  const copy = copyPath(copySecret(clinic.anonymous(), signed) ?? '')
  expect((await composers.consent_copy(anybody, message))?.link?.address).toContain(copy)
})
