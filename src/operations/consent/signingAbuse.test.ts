import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import type { RequestContext } from '../context.ts'
import { agreeElectronically } from './agreeElectronically.ts'
import { askForPaperCopy } from './askForPaperCopy.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { sendConsent } from './sendConsent.ts'
import { sendIdentityCode } from './sendIdentityCode.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'

const MINUTE = 60_000
/** Stands in for a mailer; tests send no mail. */
const mailer = { send: async () => undefined, test: async () => undefined }

async function linkFor(clinic: TestClinic, identityCheck: 'none' | 'email_code'): Promise<string> {
  const staff = { ...clinic.as(await clinic.user()), mailer }
  const { id: patientId } = await clinic.patient()
  await sendConsent(staff, { patientId, identityCheck })
  return (await showSigningLink(staff, { patientId })).path.replace('/sign/', '')
}

describe('behind a link', () => {
  test('a code is e-mailed at most ten times a day', async ({ clinic }) => {
    const secret = await linkFor(clinic, 'email_code')
    const ask = async () => {
      clinic.now = new Date(clinic.now.getTime() + MINUTE)
      return sendIdentityCode({ ...clinic.anonymous(), mailer }, { secret })
    }
    for (let codes = 0; codes < 10; codes += 1) await ask()
    await expect(ask()).rejects.toMatchObject({
      code: 'rate_limited',
      facts: { retryAfter: 24 * 3600 - 10 * 60 },
    })
    expect(await clinic.db.mailMessage.count({ where: { kind: 'identity_code' } })).toBe(10)
    clinic.now = new Date(clinic.now.getTime() + 24 * 60 * MINUTE)
    expect(await ask()).toHaveProperty('codeExpiresAt')
  })

  test('an agreement that is withdrawn while the form is generated does not count', async ({ clinic }) => {
    const secret = await linkFor(clinic, 'none')
    const anybody = clinic.anonymous()
    await agreeElectronically(anybody, { secret, agreesToSignElectronically: true })
    await readConsentRequest(anybody, { secret })
    const meanwhile: RequestContext = {
      ...anybody,
      renderSignedForm: async (...form) => {
        await askForPaperCopy(anybody, { secret })
        return anybody.renderSignedForm(...form)
      },
    }
    await expect(signConsent(meanwhile, { secret, signerName: 'Maren Lindqvist' })).rejects.toMatchObject({
      fields: { agreesToSignElectronically: 'Agree to sign electronically first' },
    })
    expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
      state: 'sent',
      disclosureAgreedAt: null,
    })
  })
})
