import { expect } from 'vitest'
import { placeholderAddress, SENT_NOWHERE } from '#domain/patients/noEmail.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test as withDocuSign } from '#tests/support/docusign/test.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test } from '#tests/support/test.ts'
import { resendConsent } from '../consent/resendConsent.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { signHere } from '../consent/signHere.ts'
import { queueMail } from '../mail/queueMail.ts'
import { exportPatients } from '../reports/exportPatients.ts'
import { startSession } from '../sessions/startSession.ts'
import { addPatient } from './addPatient.ts'
import { editPatient } from './editPatient.ts'
import { listPatients } from './listPatients.ts'

const nowhere = placeholderAddress('019a0bea-0000-7000-8000-00000000abba')

const withoutEmail = (clinic: TestClinic, given = {}) => clinic.patient({ email: nowhere, ...given })

const atTheDesk = async (clinic: TestClinic) => {
  const user = await clinic.user()
  return { ...clinic.as(user), sid: await startSession(clinic.anonymous(), user.id) }
}

test('nothing is sent to a patient without an e-mail address, and the error says what to do', async ({
  clinic,
}) => {
  sendMailTo(clinic, await openMailServer())
  const staff = await atTheDesk(clinic)
  const { id: patientId } = await withoutEmail(clinic)
  const refusal = { code: 'conflict', message: SENT_NOWHERE }
  await expect(sendConsent(staff, { patientId })).rejects.toMatchObject(refusal)
  await expect(sendConsent(staff, { patientId, identityCheck: 'email_code' })).rejects.toMatchObject(refusal)
  await clinic.db.patient.update({ where: { id: patientId }, data: { status: 'consent_sent' } })
  await expect(resendConsent(staff, { patientId })).rejects.toMatchObject(refusal)
  expect(await queueMail(staff, { kind: 'consent_copy', to: nowhere, patientId })).toBe(false)
  expect([await clinic.db.consentRequest.count(), await clinic.db.mailMessage.count()]).toEqual([0, 0])
})

test('a patient without an address signs at the clinic, and can be asked once an address is known', async ({
  clinic,
}) => {
  const staff = await atTheDesk(clinic)
  const one = await withoutEmail(clinic)
  expect(await signHere(staff, { patientId: one.id })).toMatchObject({
    path: expect.stringMatching(/^\/sign\//),
  })
  const other = await withoutEmail(clinic, { email: placeholderAddress('other') })
  await editPatient(staff, { patientId: other.id, email: 'other@example.test' })
  expect(await sendConsent(staff, { patientId: other.id })).toMatchObject({ status: 'consent_sent' })
})

withDocuSign(
  'DocuSign hears nothing of such a patient, who signs on our own page',
  async ({ clinic, service }) => {
    const staff = await atTheDesk(clinic)
    const { id: patientId } = await withoutEmail(clinic)
    await expect(sendConsent(staff, { patientId })).rejects.toMatchObject({ message: SENT_NOWHERE })
    const { path } = await signHere(staff, { patientId })
    expect(path).not.toMatch(/^\/sign\/away\//)
    expect(await clinic.db.consentRequest.findMany()).toMatchObject([
      { provider: 'built_in', channel: 'in_person', state: 'sent' },
    ])
    expect(service.account.envelopes.size).toBe(0)
  },
)

test('the placeholder address appears in no list, report or search, and users cannot enter one', async ({
  clinic,
}) => {
  const staff = await atTheDesk(clinic)
  await withoutEmail(clinic, { firstName: 'Ada', lastName: 'Ny' })
  const found = async (search: string) => (await listPatients(staff, { search }, {})).rows.length
  expect([await found('ada ny'), await found('abba'), await found('invalid'), await found('bea')]).toEqual([
    1, 0, 0, 0,
  ])
  const { columns, rows } = await exportPatients(staff, {})
  expect(rows[0]?.[columns.indexOf('email')]).toBe('')
  const typed = { firstName: 'A', lastName: 'B', email: 'Anybody@No-Email.invalid' }
  await expect(addPatient(staff, typed)).rejects.toMatchObject({
    fields: { email: 'Valid email is required' },
  })
})
