import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { fakeSigning } from '#tests/support/signing.ts'
import { test } from '#tests/support/test.ts'
import { prepareRequest } from './prepareRequest.ts'
import { reconcileConsentRequests } from './recoverConsentRequest.ts'
import { sendConsent } from './sendConsent.ts'

/** A request that a crash left half sent, one minute ago. */
async function cutOff(clinic: TestClinic) {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  const request = await prepareRequest(clinic.as(staff), patient)
  return { staff, patient, request }
}
const wait = (clinic: TestClinic, seconds: number) => {
  clinic.now = new Date(clinic.now.getTime() + seconds * 1000)
}
const stateOf = async (clinic: TestClinic, { id }: { id: string }) =>
  (await clinic.db.consentRequest.findUniqueOrThrow({ where: { id } })).state

test('a request that reached the provider is completed in the sender’s name', async ({ clinic }) => {
  const { staff, patient, request } = await cutOff(clinic)
  const signing = fakeSigning()
  signing.reach(request.idempotencyKey)
  wait(clinic, 61)
  expect(await reconcileConsentRequests({ ...clinic.anonymous(), signing })).toBe(1)

  expect(await stateOf(clinic, request)).toBe('sent')
  expect(await clinic.db.patient.findUnique({ where: { id: patient.id } })).toMatchObject({
    status: 'consent_sent',
  })
  expect(await clinic.auditOf(patient)).toEqual([
    { action: 'consent_sent', resourceType: 'consent_request', userId: staff.id },
  ])
})

test('a request that did not reach it is withdrawn, and the patient can be asked again', async ({
  clinic,
}) => {
  const { staff, patient, request } = await cutOff(clinic)
  const signing = fakeSigning()
  wait(clinic, 61)
  await reconcileConsentRequests({ ...clinic.anonymous(), signing })
  expect(await stateOf(clinic, request)).toBe('failed')
  expect(await clinic.db.patient.findUnique({ where: { id: patient.id } })).toEqual(patient)
  await sendConsent({ ...clinic.as(staff), signing }, { patientId: patient.id })
})

test('a send that is still running is left alone', async ({ clinic }) => {
  const { request } = await cutOff(clinic)
  const signing = fakeSigning()
  wait(clinic, 59)
  expect(await reconcileConsentRequests({ ...clinic.anonymous(), signing })).toBe(0)
  expect(await stateOf(clinic, request)).toBe('preparing')
  expect(signing.finds).toEqual([])
})

test('a second or concurrent run changes nothing', async ({ clinic }) => {
  const { patient, request } = await cutOff(clinic)
  const signing = fakeSigning()
  signing.reach(request.idempotencyKey)
  wait(clinic, 61)
  const run = () => reconcileConsentRequests({ ...clinic.anonymous(), signing })
  await Promise.all([run(), run()])
  expect(await run()).toBe(0)
  expect(await clinic.auditOf(patient)).toHaveLength(1)
})

test('a request whose provider call fails does not block the others', async ({ clinic }) => {
  const stuck = await cutOff(clinic)
  const other = await cutOff(clinic)
  wait(clinic, 61)
  const signing = fakeSigning()
  const find = async (key: string) => {
    if (key === stuck.request.idempotencyKey) throw new Error('the line is down')
    return signing.find(key, clinic.now)
  }
  const run = reconcileConsentRequests({
    ...clinic.anonymous(),
    signing: { current: signing, of: () => ({ ...signing, find }) },
  })
  await expect(run).rejects.toThrow('the line is down')
  expect(await stateOf(clinic, stuck.request)).toBe('preparing')
  expect(await stateOf(clinic, other.request)).toBe('failed')
})
