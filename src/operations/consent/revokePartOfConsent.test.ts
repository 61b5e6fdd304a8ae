import { expect } from 'vitest'
import { closedRecords } from '#domain/consent/authorization.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { signedForm, treated } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { editRecord } from '../records/editRecord.ts'
import { forwardRecords } from '../records/forwardRecords.ts'
import { openForwarding } from '../records/openForwarding.ts'
import { viewRecord } from '../records/viewRecord.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { requestAuthorization } from './requestAuthorization.ts'
import { acceptSignedForm } from './reviewSignedForm.ts'
import { revokeConsent } from './revokeConsent.ts'
import { revokePartOfConsent } from './revokePartOfConsent.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'

const reason = 'Called and revoked this part'

/** A patient after treatment whose form names both attorneys. */
async function forBoth(clinic: TestClinic) {
  const setting = await treated(clinic)
  const { attorney, other, patient } = setting
  const recipients = [attorney, other].map(({ id }) => ({
    userId: id,
    name: 'An attorney',
    firm: null,
    address: null,
  }))
  const { id: requestId } = await clinic.db.consentRequest.findFirstOrThrow({
    where: { patientId: patient.id },
  })
  await clinic.db.consentRequest.update({ where: { id: requestId }, data: { recipients } })
  const authorization = signedForm(requestId, recipients)
  await clinic.db.patient.update({ where: { id: patient.id }, data: { authorization } })
  return { ...setting, which: { patientId: patient.id, requestId, reason } }
}

test('revoking one category closes its records and the links to them, and nothing else', async ({
  clinic,
}) => {
  const { staff, attorney, records, input, which } = await forBoth(clinic)
  const [mri, bill] = records
  const { patientId } = which
  await editRecord(staff, { patientId, recordId: bill.id, category: 'billing' })
  const { secret } = await forwardRecords(staff, input)
  const before = await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  await revokePartOfConsent(staff, { ...which, category: 'billing' })
  const rae = clinic.as(attorney)
  await expect(viewRecord(rae, { patientId, recordId: bill.id })).rejects.toMatchObject({
    message: closedRecords.not_covered,
  })
  expect((await viewRecord(rae, { patientId, recordId: mri.id })).id).toBe(mri.id)
  const opened = await openForwarding(clinic.anonymous(), { secret })
  expect(opened.records.map(({ id }) => id)).toEqual([mri.id])
  const after = await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  expect([after.status, after.consentRevokedAt]).toEqual([before.status, null])
  expect(await clinic.db.partialRevocation.findMany()).toMatchObject([
    { category: 'billing', recipient: null, reason, revokedById: staff.actor.id },
  ])
  expect(
    await clinic.db.auditLog.findMany({ where: { action: 'consent_revoked' }, select: { details: true } }),
  ).toEqual([{ details: { fields: ['authorization'], part: 'category' } }])
  expect(await clinic.db.alert.findMany({ where: { type: 'consent_partly_revoked' } })).toMatchObject([
    { userId: attorney.id, message: expect.not.stringContaining('illing') },
  ])
})

test('revoking one recipient closes the records and links to that recipient alone', async ({ clinic }) => {
  const { admin, staff, attorney, other, input, which } = await forBoth(clinic)
  const { patientId } = which
  const [recordId = ''] = input.recordIds
  const toRae = await forwardRecords(staff, input)
  const toOther = await forwardRecords(staff, { ...input, recipientId: other.id })
  await revokePartOfConsent(admin, { ...which, recipient: 0 })
  await expect(viewRecord(clinic.as(attorney), { patientId, recordId })).rejects.toMatchObject({
    message: closedRecords.revoked,
  })
  const links = [toRae, toOther].map(({ secret }) => openForwarding(clinic.anonymous(), { secret }))
  expect((await Promise.allSettled(links)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  const refused = { message: 'The patient revoked the consent. Ask the clinic to send a new request.' }
  const askAgain = () => requestAuthorization(clinic.as(attorney), { patientId })
  await expect(askAgain()).rejects.toMatchObject(refused)
  await clinic.db.patient.update({ where: { id: patientId }, data: { reviewRequestId: which.requestId } })
  await expect(askAgain(), 'while another form waits for a review').rejects.toMatchObject(refused)
})

test('an attorney whom the patient removed stays removed although the form also names the firm', async ({
  clinic,
}) => {
  const { staff, attorney, input, which } = await forBoth(clinic)
  const firm = { userId: null, name: null, firm: 'Okafor Law', address: null }
  const named = { userId: attorney.id, name: 'An attorney', firm: null, address: null }
  await clinic.db.user.update({ where: { id: attorney.id }, data: { firm: 'Okafor Law' } })
  const authorization = signedForm(which.requestId, [named, firm])
  await clinic.db.patient.update({ where: { id: which.patientId }, data: { authorization } })
  await revokePartOfConsent(staff, { ...which, recipient: 0 })
  const open = { patientId: which.patientId, recordId: input.recordIds[0] ?? '' }
  const rae = clinic.as({ ...attorney, firm: 'Okafor Law' })
  await expect(viewRecord(rae, open)).rejects.toMatchObject({ message: closedRecords.revoked })
})

test('the last recipient and the last category need a full revocation', async ({ clinic }) => {
  const { staff, which } = await forBoth(clinic)
  const { patientId, requestId } = which
  await revokePartOfConsent(staff, { ...which, recipient: 1 })
  await expect(revokePartOfConsent(staff, { ...which, recipient: 1 })).rejects.toMatchObject({
    message: 'The form is already revoked for this recipient',
  })
  await expect(revokePartOfConsent(staff, { ...which, recipient: 0 })).rejects.toMatchObject({
    code: 'conflict',
    message: 'This is the only recipient left. Revoke the whole consent instead.',
  })
  const scope = { categories: ['imaging' as const], sensitive: [], serviceFrom: null, serviceTo: null }
  const { recipients } = await clinic.db.consentRequest.findUniqueOrThrow({ where: { id: requestId } })
  const authorization = signedForm(requestId, recipients as never, { scope })
  await clinic.db.patient.update({ where: { id: patientId }, data: { authorization } })
  await expect(revokePartOfConsent(staff, { ...which, category: 'imaging' })).rejects.toMatchObject({
    message: 'This is the only category left. Revoke the whole consent instead.',
  })
  await expect(revokePartOfConsent(staff, { ...which, category: 'billing' })).rejects.toMatchObject({
    message: 'The form does not cover this category',
  })
})

test('a part is revoked only from the form in force, by the clinic, and only one at a time', async ({
  clinic,
}) => {
  const { staff, attorney, patient, which } = await forBoth(clinic)
  await expect(revokePartOfConsent(staff, which)).rejects.toMatchObject({
    fields: { part: 'Choose one recipient or one category' },
  })
  await expect(
    revokePartOfConsent(staff, { ...which, recipient: 0, category: 'billing' }),
  ).rejects.toMatchObject({ code: 'invalid' })
  await expect(revokePartOfConsent(staff, { ...which, recipient: 9 })).rejects.toMatchObject({
    fields: { recipient: 'Choose a recipient of the form' },
  })
  await expect(
    revokePartOfConsent(staff, { ...which, requestId: patient.id, recipient: 0 }),
  ).rejects.toMatchObject({ message: 'This form is not in force' })
  await expect(revokePartOfConsent(clinic.as(attorney), { ...which, recipient: 1 })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await revokeConsent(staff, { patientId: patient.id, reason: 'Called and revoked it' })
  await expect(revokePartOfConsent(staff, { ...which, recipient: 0 })).rejects.toMatchObject({
    message: 'This patient’s consent is already revoked',
  })
})

test('a form that was signed before a part was revoked does not open that part when it is accepted later', async ({
  clinic,
}) => {
  const { staff, attorney, other, records, which } = await forBoth(clinic)
  const { patientId } = which
  const [mri, bill] = records
  await editRecord(staff, { patientId, recordId: bill.id, category: 'billing' })
  const recipients = [attorney, other].map(({ id: userId }) => ({ userId, address: '1 New Street' }))
  await requestAuthorization(staff, { patientId, recipients })
  const secret = (await showSigningLink(staff, { patientId })).path.replace('/sign/', '')
  await readConsentRequest(clinic.anonymous(), { secret })
  const signature = { secret, signerName: 'Somebody Else', confirmsName: true } as const
  await signConsent(clinic.anonymous(), { ...signature, agreesToSignElectronically: true })
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await revokePartOfConsent(staff, { ...which, recipient: 0 })
  await revokePartOfConsent(staff, { ...which, category: 'billing' })
  const { reviewRequestId } = await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  await acceptSignedForm(staff, { patientId, requestId: reviewRequestId ?? '' })
  await clinic.db.patient.update({ where: { id: patientId }, data: { assignedAttorneyId: attorney.id } })
  await expect(viewRecord(clinic.as(attorney), { patientId, recordId: mri.id })).rejects.toMatchObject({
    message: closedRecords.revoked,
  })
  await clinic.db.patient.update({ where: { id: patientId }, data: { assignedAttorneyId: other.id } })
  expect((await viewRecord(clinic.as(other), { patientId, recordId: mri.id })).id).toBe(mri.id)
  await expect(viewRecord(clinic.as(other), { patientId, recordId: bill.id })).rejects.toMatchObject({
    message: closedRecords.not_covered,
  })
})
