import { describe, expect } from 'vitest'
import { standardConsentRules } from '#domain/clinic/settings.ts'
import type { IdentityCheck } from '#domain/consent/identityCheck.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test } from '#tests/support/test.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { resendConsent } from './resendConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { sendIdentityCode } from './sendIdentityCode.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'
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

describe('the clinic’s floor', () => {
  const born = { dateOfBirth: new Date('1980-03-14') }
  const mailer = { send: async () => undefined, test: async () => undefined }

  /** What a sender in a clinic with this floor gets for a wish. */
  async function asked(
    clinic: TestClinic,
    {
      floor,
      wish,
      hasMail,
      ...values
    }: { floor: IdentityCheck; wish?: IdentityCheck; hasMail: boolean; dateOfBirth?: Date },
  ) {
    const staff = clinic.as(await clinic.user())
    const patient = await clinic.patient(values)
    const consentRules = { ...staff.consentRules, identityCheck: floor }
    const sender = { ...staff, consentRules, mailer: hasMail ? mailer : null }
    await sendConsent(sender, { patientId: patient.id, identityCheck: wish })
    const { id, identityCheck } = await clinic.db.consentRequest.findFirstOrThrow({
      where: { patientId: patient.id },
    })
    return { id, identityCheck, staff, consentRules, patient }
  }

  test.for([
    ['date_of_birth', 'none', true, true, 'date_of_birth'],
    ['date_of_birth', undefined, true, false, 'date_of_birth'],
    ['date_of_birth', 'email_code', true, true, 'email_code'],
    ['email_code', 'date_of_birth', true, true, 'email_code'],
    ['email_code', 'none', true, false, 'date_of_birth'],
    ['date_of_birth', 'date_of_birth', false, true, 'email_code'],
    ['date_of_birth', undefined, false, true, 'email_code'],
    ['date_of_birth', 'none', false, false, 'none'],
    ['none', 'none', false, false, 'none'],
  ] as const)(
    'of %s and the wish %s: birth date on file %s, mail %s, asks %s',
    async ([floor, wish, hasBirthDate, hasMail, expected], { clinic }) => {
      const choice = { floor, hasMail, ...(wish && { wish }), ...(hasBirthDate && born) }
      expect(await asked(clinic, choice)).toMatchObject({ identityCheck: expected })
    },
  )

  test('does not refuse a patient who cannot be asked: the form is signed and waits for review', async ({
    clinic,
  }) => {
    const { staff, consentRules, patient } = await asked(clinic, { floor: 'date_of_birth', hasMail: false })
    const secret = (await showSigningLink(staff, { patientId: patient.id })).path.replace('/sign/', '')
    const anybody = { ...clinic.anonymous(), consentRules }
    await readConsentRequest(anybody, { secret })
    await signConsent(anybody, { secret, signerName: 'Maren Lindqvist', agreesToSignElectronically: true })
    expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
      ...{ state: 'signed', reviewState: 'waiting', reviewReasons: ['not_identified'] },
    })
    expect(await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })).toMatchObject({
      ...{ status: 'consent_signed', authorization: null },
    })
  })

  test('does not apply to a patient whom staff see sign at the clinic', async ({ clinic }) => {
    const { staff, consentRules, patient } = await asked(clinic, { floor: 'date_of_birth', hasMail: false })
    const { path, pass } = await signHere({ ...staff, consentRules }, { patientId: patient.id })
    const holder = { secret: path.replace('/sign/', ''), pass }
    const anybody = { ...clinic.anonymous(), consentRules }
    await readConsentRequest(anybody, holder)
    await signConsent(anybody, { ...holder, signerName: 'Maren Lindqvist', agreesToSignElectronically: true })
    expect(await clinic.db.consentRequest.findFirstOrThrow({ where: { state: 'signed' } })).toMatchObject({
      reviewState: null,
    })
  })

  test('is the date of birth in a new clinic', () => {
    expect(standardConsentRules.identityCheck).toBe('date_of_birth')
  })
})
