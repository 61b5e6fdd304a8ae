import { describe, expect } from 'vitest'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test } from '#tests/support/test.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { resendConsent } from './resendConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { sendIdentityCode } from './sendIdentityCode.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signHere } from './signHere.ts'

describe('an identity check that the patient can no longer answer', () => {
  const born = { dateOfBirth: new Date('1980-03-14') }

  test('is replaced when the form is sent again or signed at the clinic', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient(born)
    await sendConsent(staff, { patientId, identityCheck: 'date_of_birth' })
    await clinic.db.patient.update({ where: { id: patientId }, data: { dateOfBirth: null } })
    await resendConsent(staff, { patientId })
    const open = { patientId, state: 'sent' as const }
    expect(await clinic.db.consentRequest.findFirstOrThrow({ where: open })).toMatchObject({
      identityCheck: 'none',
    })
    await clinic.db.consentRequest.updateMany({ where: open, data: { identityCheck: 'email_code' } })
    expect(await signHere(staff, { patientId })).toMatchObject({ path: expect.stringContaining('/sign/') })
  })

  test('cannot be given up by the sender where the clinic asks for one', async ({ clinic }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    await editClinicSettings(admin, { identityCheck: 'date_of_birth' })
    const attorney = await clinic.user({ role: 'attorney' })
    const { id: patientId } = await clinic.patient({ ...born, assignedAttorneyId: attorney.id })
    const sender = { ...clinic.as(attorney), ...clinic.instances.settings.current() }
    await sendConsent(sender, { patientId, identityCheck: 'none' })
    expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
      identityCheck: 'date_of_birth',
    })
  })

  test('stays when the patient can answer it', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient(born)
    await sendConsent(staff, { patientId, identityCheck: 'date_of_birth' })
    await resendConsent(staff, { patientId })
    expect(await clinic.db.consentRequest.findMany({ where: { state: 'sent' } })).toMatchObject([
      { identityCheck: 'date_of_birth' },
    ])
  })

  test('never promises a code when mail is off', async ({ clinic }) => {
    sendMailTo(clinic, await openMailServer())
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient()
    await sendConsent(staff, { patientId, identityCheck: 'email_code' })
    const secret = (await showSigningLink(staff, { patientId })).path.replace('/sign/', '')
    clinic.instances.mailer = null
    await expect(sendIdentityCode(clinic.anonymous(), { secret })).rejects.toMatchObject({
      code: 'conflict',
      message: 'We can’t send a code right now. Please call the clinic.',
    })
    expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({ identityCodeHash: null })
  })
})
