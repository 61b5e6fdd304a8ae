import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { tooManyCalls } from '#tests/support/docusign/server.ts'
import { test, wait } from '#tests/support/docusign/test.ts'
import { dropPatient } from '../patients/dropPatient.ts'
import { overridePatientStatus } from '../patients/overridePatientStatus.ts'
import { revokeConsent } from './revokeConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { voidConsentRequest } from './voidConsentRequest.ts'

const requestOf = ({ db }: TestClinic, patientId: string) =>
  db.consentRequest.findFirstOrThrow({ where: { patientId }, orderBy: { createdAt: 'desc' } })
const patientOf = ({ db }: TestClinic, id: string) => db.patient.findUniqueOrThrow({ where: { id } })
const actionsOf = async (clinic: TestClinic, id: string) =>
  (await clinic.auditOf({ id })).map(({ action }) => action)

describe('a send that fails temporarily', () => {
  const send = async (clinic: TestClinic, message: string | RegExp = /./) => {
    const staff = await clinic.user()
    const { id: patientId } = await clinic.patient()
    const sent = sendConsent(clinic.as(staff), { patientId })
    await expect(sent).rejects.toMatchObject({ code: 'provider', message: expect.stringMatching(message) })
    return { staff, patientId }
  }

  test('is not shown as sent, and goes out when DocuSign is up again', async ({
    clinic,
    service,
    runJobs,
  }) => {
    const until = new Date(clinic.now.getTime() + 900_000)
    service.spoil = ({ path }) => (path.includes('/restapi/') ? tooManyCalls(429, until) : undefined)
    const { patientId } = await send(
      clinic,
      /could not be sent: DocuSign takes no more calls from this account for now\. Caseload tries again at \d+:\d\d [AP]M$/,
    )
    expect(await patientOf(clinic, patientId)).toMatchObject({ status: 'pending_consent' })
    expect(await requestOf(clinic, patientId)).toMatchObject({
      state: 'failed',
      closeReason: 'DocuSign takes no more calls from this account for now',
      retryAt: until,
    })
    wait(clinic, 899)
    await runJobs()
    expect(service.account.envelopes.size).toBe(0)
    service.spoil = () => undefined
    wait(clinic, 2)
    await runJobs()
    expect(await patientOf(clinic, patientId)).toMatchObject({ status: 'consent_sent' })
    expect(await actionsOf(clinic, patientId)).toEqual(['updated', 'updated', 'consent_sent'])
  })

  test('waits longer after each try and gives up in the end', async ({ clinic, service, runJobs }) => {
    service.spoil = () => 'cut before'
    const { patientId } = await send(clinic)
    const waits: number[] = []
    for (;;) {
      const { retryAt } = await requestOf(clinic, patientId)
      if (!retryAt) break
      waits.push((retryAt.getTime() - clinic.now.getTime()) / 60_000)
      clinic.now = retryAt
      await runJobs()
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
    expect(await requestOf(clinic, patientId)).toMatchObject({ state: 'failed', retries: 12 })
  })

  test('is found and not sent twice when only the answer was lost', async ({ clinic, service, runJobs }) => {
    service.spoil = ({ method, path }) =>
      method === 'POST' && path.endsWith('/envelopes') ? 'cut after' : undefined
    const { patientId } = await send(clinic)
    wait(clinic, 61)
    await runJobs()
    expect(service.account.envelopes.size).toBe(1)
    expect(await patientOf(clinic, patientId)).toMatchObject({ status: 'consent_sent' })
    const [envelope] = service.account.envelopes.values()
    const originalSha256 = createHash('sha256')
      .update(envelope?.document ?? '')
      .digest('hex')
    expect(await requestOf(clinic, patientId)).toMatchObject({ originalSha256 })
  })

  test('is found and not sent twice when the answer is not understood', async ({
    clinic,
    service,
    runJobs,
  }) => {
    service.alter = ({ method }, answer) =>
      method === 'POST' && answer.status === 201 ? { ...answer, json: { id: 'another shape' } } : answer
    const { patientId } = await send(clinic, /does not understand\. Caseload tries again at/)
    service.alter = (_call, answer) => answer
    wait(clinic, 61)
    await runJobs()
    const [envelope, ...others] = service.account.envelopes.values()
    expect(others).toEqual([])
    expect(await patientOf(clinic, patientId)).toMatchObject({
      status: 'consent_sent',
      docusignEnvelopeId: envelope?.envelopeId,
    })
  })

  test('by an error of our own shows nothing of it, and the patient can be asked again', async ({
    clinic,
    service,
  }) => {
    const { renderOriginal } = clinic.instances
    clinic.instances.renderOriginal = () => Promise.reject(new Error('no such font in /srv/fonts'))
    const staff = await clinic.user()
    const { id: patientId } = await clinic.patient()
    await expect(sendConsent(clinic.as(staff), { patientId })).rejects.toThrow('no such font')
    clinic.instances.renderOriginal = renderOriginal
    expect(await requestOf(clinic, patientId)).toMatchObject({
      ...{ state: 'failed', closeReason: 'The server could not prepare the request', retryAt: null },
    })
    await sendConsent(clinic.as(staff), { patientId })
    expect(service.account.envelopes.size).toBe(1)
  })

  test('is given up when a user sends a new one, and its envelope is voided', async ({
    clinic,
    service,
    runJobs,
  }) => {
    service.spoil = ({ method, path }) =>
      method === 'POST' && path.endsWith('/envelopes') ? 'cut after' : undefined
    const { staff, patientId } = await send(clinic)
    const [lost] = service.account.envelopes.keys()
    service.spoil = () => undefined
    await sendConsent(clinic.as(staff), { patientId })
    wait(clinic, 61)
    await runJobs()
    wait(clinic, 61)
    await runJobs()
    const statuses = [...service.account.envelopes.values()].map((one) => [
      one.envelopeId === lost,
      one.status,
    ])
    expect(statuses).toEqual([
      [true, 'voided'],
      [false, 'sent'],
    ])
  })

  test('is given up when the patient is dropped', async ({ clinic, service, runJobs }) => {
    service.spoil = () => 'cut before'
    const { staff, patientId } = await send(clinic)
    service.spoil = () => undefined
    await dropPatient(clinic.as(staff), { patientId, dropReason: 'Moved out of the state' })
    wait(clinic, 121)
    await runJobs()
    expect(service.account.envelopes.size).toBe(0)
    expect(await patientOf(clinic, patientId)).toMatchObject({ status: 'dropped' })
  })

  test('is not retried after a permanent error', async ({ clinic, service }) => {
    service.spoil = () => ({ status: 400, json: { errorCode: 'ACCOUNT_LACKS_PERMISSIONS', message: 'No.' } })
    const { patientId } = await send(clinic)
    expect(await requestOf(clinic, patientId)).toMatchObject({ state: 'failed', retryAt: null })
  })

  test('can be voided while it waits, together with an envelope that arrived', async ({
    clinic,
    service,
    runJobs,
    server,
  }) => {
    service.spoil = ({ method, path }) =>
      method === 'POST' && path.endsWith('/envelopes') ? 'cut after' : undefined
    const { staff, patientId } = await send(clinic)
    service.spoil = () => undefined
    const visitor = server.visitor()
    await visitor.signIn(staff.email)
    const retryAt = async () =>
      (await visitor.graphql(`{ patient(id: "${patientId}") { consentRetryAt } }`)).data?.patient
    expect(await retryAt()).toEqual({ consentRetryAt: new Date(clinic.now.getTime() + 60_000).toISOString() })
    const patient = await voidConsentRequest(clinic.as(staff), { patientId, reason: 'Wrong form' })
    expect(patient.status).toBe('pending_consent')
    expect(await retryAt()).toEqual({ consentRetryAt: null })
    expect(await requestOf(clinic, patientId)).toMatchObject({
      state: 'voided',
      closeReason: 'Wrong form',
      retryAt: null,
    })
    expect(await actionsOf(clinic, patientId)).toEqual(['updated', 'viewed', 'consent_voided', 'viewed'])
    wait(clinic, 121)
    await runJobs()
    expect([...service.account.envelopes.values()].map(({ status }) => status)).toEqual(['voided'])
  })

  test('is not retried for a patient who has revoked consent', async ({ clinic, service, runJobs }) => {
    service.spoil = () => 'cut before'
    const { staff, patientId } = await send(clinic)
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    await overridePatientStatus(admin, { patientId, status: 'consent_signed' })
    await revokeConsent(clinic.as(staff), { patientId, reason: 'Called and revoked it' })
    service.spoil = () => undefined
    wait(clinic, 121)
    await runJobs()
    expect(await patientOf(clinic, patientId)).toMatchObject({ status: 'pending_consent' })
    expect(service.account.envelopes.size).toBe(0)
  })

  test('is voided when the last try arrived after all', async ({ clinic, service, runJobs }) => {
    service.spoil = () => 'cut before'
    const { patientId } = await send(clinic)
    await clinic.db.consentRequest.updateMany({ where: { patientId }, data: { retries: 11 } })
    service.spoil = ({ method, path }) =>
      method === 'POST' && path.endsWith('/envelopes') ? 'cut after' : undefined
    wait(clinic, 61)
    await runJobs()
    expect(await requestOf(clinic, patientId)).toMatchObject({ state: 'failed', retries: 12, retryAt: null })
    wait(clinic, 61)
    await runJobs()
    expect([...service.account.envelopes.values()].map(({ status }) => status)).toEqual(['voided'])
  })
})
