import { expect, onTestFinished } from 'vitest'
import { makeBuiltInSigning } from '#infra/signing/builtIn.ts'
import { SESSION_SECRET, type TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { runPasswordResetJobs } from '#tests/support/queue.ts'
import { test } from '#tests/support/test.ts'
import { confirmIdentity } from '../consent/confirmIdentity.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { sendIdentityCode } from '../consent/sendIdentityCode.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { requestPasswordReset } from './requestPasswordReset.ts'
import { setPasswordByLink } from './setPasswordByLink.ts'

const NEW_SECRET = 'a-newer-session-secret-for-tests-0123456789'

/** Restarts with a list of session secrets, newest first. */
function restartWith(clinic: TestClinic, ...secrets: [string, ...string[]]): void {
  const { signing } = clinic.instances
  onTestFinished(() => {
    clinic.instances.signing = signing
  })
  const builtIn = makeBuiltInSigning(secrets)
  clinic.instances.signing = { current: builtIn, of: () => builtIn }
}

test('a reset link survives a new SESSION_SECRET, whether it was sent before or is sent after', async ({
  clinic,
  database,
}) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  await clinic.user({ email: 'sam@clinic.test' })
  const linkSent = async () => {
    await deliverWaitingMail(clinic.anonymous())
    return /set-password\/([\w-]+)/.exec(server.letters.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const use = (secret: string) =>
    setPasswordByLink(clinic.anonymous(), { secret, newPassword: 'a long pass phrase' })
  const asked = async () => {
    await requestPasswordReset(clinic.anonymous(), { email: 'sam@clinic.test' })
    await runPasswordResetJobs(clinic, database)
  }

  await asked()
  const before = await linkSent()
  restartWith(clinic, NEW_SECRET, SESSION_SECRET)
  await use(before)

  restartWith(clinic, SESSION_SECRET)
  await asked()
  restartWith(clinic, NEW_SECRET, SESSION_SECRET)
  await use(await linkSent())

  // Without the old secret the e-mail would have a link that does not work, so it is not sent.
  restartWith(clinic, SESSION_SECRET)
  await asked()
  const letters = server.letters.length
  restartWith(clinic, NEW_SECRET)
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters.slice(letters).filter(({ text }) => text?.includes('set-password'))).toEqual([])
})

test('a code to prove who signs survives a new SESSION_SECRET, whether it was sent before or is sent after', async ({
  clinic,
}) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  for (const when of ['before', 'after']) {
    restartWith(clinic, SESSION_SECRET)
    const { id: patientId } = await clinic.patient()
    await sendConsent(clinic.as(await clinic.user()), { patientId, identityCheck: 'email_code' })
    await deliverWaitingMail(clinic.anonymous())
    const { idempotencyKey } = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId } })
    const secret = clinic.instances.signing.of('built_in').linkSecret(idempotencyKey) ?? ''
    await sendIdentityCode(clinic.anonymous(), { secret })
    if (when === 'before') await deliverWaitingMail(clinic.anonymous())
    restartWith(clinic, NEW_SECRET, SESSION_SECRET)
    await deliverWaitingMail(clinic.anonymous())
    const code = /\b\d{6}\b/.exec(server.letters.at(-1)?.text ?? '')?.[0] ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    await expect(confirmIdentity(clinic.anonymous(), { secret, code: wrong })).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(await confirmIdentity(clinic.anonymous(), { secret, code }), when).toHaveProperty('pass')
  }
})
