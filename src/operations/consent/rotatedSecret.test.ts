import { expect } from 'vitest'
import { makeBuiltInSigning } from '#infra/signing/builtIn.ts'
import { SESSION_SECRET, type TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { letters } from '../mail/letters.ts'
import { copyPath, copySecret } from './derivedSecrets.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'

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
  const message = { requestId: request.id } as Parameters<(typeof letters)['consent_copy']>[1]
  const anybody = { ...clinic.anybody(), ...changed }
  expect((await letters.consent_reminder(anybody, message))?.link?.address).toContain(path)
  // A server without the old secret sends no e-mail rather than a dead link.
  const forgotten = { ...clinic.anybody(), signing: startedWith(clinic, [NEXT]) }
  expect(await letters.consent_reminder(forgotten, message)).toBeNull()

  const secret = path.replace('/sign/', '')
  await readConsentRequest(clinic.anybody(), { secret })
  await signConsent(clinic.anybody(), { secret, signerName: 'Maren', agreesToSignElectronically: true })
  const signed = await clinic.db.consentRequest.findFirstOrThrow()
  const copy = copyPath(copySecret(clinic.anybody(), signed) ?? '')
  expect((await letters.consent_copy(anybody, message))?.link?.address).toContain(copy)
})
