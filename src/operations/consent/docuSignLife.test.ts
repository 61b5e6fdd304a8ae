import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { REPRESENTATIVE_FIELD } from '#infra/docusign/envelope.ts'
import { renderOriginal } from '#infra/signing/originalForm.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { post, test, wait } from '#tests/support/docusign/test.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { dropPatient } from '../patients/dropPatient.ts'
import { checkConsentStatus } from './checkConsentStatus.ts'
import { followEnvelope } from './followEnvelope.ts'
import { reconcileEnvelopes } from './reconcileEnvelopes.ts'
import { remindAtProvider } from './remindAtProvider.ts'
import { sendConsent } from './sendConsent.ts'
import { voidConsentRequest } from './voidConsentRequest.ts'

/** A patient of Rae's whom a colleague asked to sign through DocuSign. */
async function setUpRequest(clinic: TestClinic) {
  const staff = await clinic.user()
  const rae = await clinic.user({ role: 'attorney' })
  const { id } = await clinic.patient({ firstName: 'Zebulon', assignedAttorneyId: rae.id })
  await sendConsent(clinic.as(staff), { patientId: id })
  return { staff, rae, patientId: id, ...(await requestOf(clinic, id)) }
}
async function requestOf(clinic: TestClinic, patientId: string) {
  const request = await clinic.db.consentRequest.findFirstOrThrow({
    where: { patientId },
    orderBy: { createdAt: 'desc' },
  })
  return { request, envelopeId: request.envelopeId ?? '' }
}
const patientOf = ({ db }: TestClinic, id: string) => db.patient.findUniqueOrThrow({ where: { id } })
const alertsOf = async ({ db }: TestClinic, { id }: { id: string }) =>
  (await db.alert.findMany({ where: { userId: id } })).map(({ message }) => message)
const actionsOf = async (clinic: TestClinic, id: string) =>
  (await clinic.auditOf({ id })).map(({ action }) => action)

describe('a request at DocuSign', () => {
  test('is signed there, reported by Connect, and its form is fetched with the certificate', async ({
    clinic,
    service,
    runJobs,
    server,
  }) => {
    clinic.instances.renderOriginal = renderOriginal
    const { rae, patientId, envelopeId } = await setUpRequest(clinic)
    expect(await patientOf(clinic, patientId)).toMatchObject({
      status: 'consent_sent',
      docusignEnvelopeId: envelopeId,
    })
    wait(clinic, 600)
    service.account.deliver(envelopeId)
    expect((await post(server.visitor(), service.message(envelopeId, 'recipient-delivered'))).status).toBe(
      200,
    )
    await runJobs()
    expect((await requestOf(clinic, patientId)).request).toMatchObject({
      state: 'sent',
      openedAt: clinic.now,
      providerStatus: 'delivered',
      sentTo: (await patientOf(clinic, patientId)).email,
    })
    wait(clinic, 60)
    const signedAt = clinic.now
    service.account.complete(envelopeId)
    wait(clinic, 5)
    const response = await post(server.visitor(), service.message(envelopeId, 'envelope-completed'))
    expect([response.status, await patientOf(clinic, patientId)]).toMatchObject([
      200,
      { status: 'consent_sent' },
    ])
    await runJobs()

    expect(await patientOf(clinic, patientId)).toMatchObject({
      status: 'consent_signed',
      consentSignedAt: signedAt,
      consentIsManual: false,
      consentFormUrl: `/api/patients/${patientId}/consent-form`,
    })
    const form = await clinic.db.signedConsentForm.findFirstOrThrow({})
    expect(Buffer.from(form.content ?? []).toString('latin1')).toMatch(/^%PDF-/)
    const original = service.account.envelopes.get(envelopeId)?.document ?? ''
    expect(form.originalSha256).toBe(createHash('sha256').update(original).digest('hex'))
    expect(Buffer.from(form.certificate ?? []).toString()).toContain(`certificate of ${envelopeId}`)
    expect(await alertsOf(clinic, rae)).toEqual([
      expect.stringMatching(/^The consent form of .* was signed$/),
    ])
    expect(await actionsOf(clinic, patientId)).toEqual(['consent_sent', 'viewed', 'consent_signed'])
    const events = await clinic.db.providerEvent.findMany({ orderBy: { receivedAt: 'asc' } })
    expect(events.map(({ event, outcome }) => [event, outcome])).toEqual([
      ['recipient-delivered', 'opened'],
      ['envelope-completed', 'signed'],
    ])
    expect(JSON.stringify(events)).not.toMatch(/Zebulon|example\.test/)
    const staff = server.visitor()
    await staff.signIn((await clinic.user({ role: 'admin' })).email)
    const { json } = await staff.call('POST', '/graphql', {
      query: 'query ($id: ID!) { consentRequests(patientId: $id) { edges { node { certificateUrl } } } }',
      variables: { id: patientId },
    })
    const [{ node }] = (
      json as { data: { consentRequests: { edges: [{ node: { certificateUrl: string } }] } } }
    ).data.consentRequests.edges
    expect((await staff.call('GET', node.certificateUrl)).text).toContain(`certificate of ${envelopeId}`)
  })

  test('waits for a review if a representative signs, or if the patient is a minor or has died', async ({
    clinic,
    service,
    runJobs,
    server,
  }) => {
    const signed = async (envelopeId: string, patientId: string) => {
      service.account.complete(envelopeId)
      await post(server.visitor(), service.message(envelopeId, 'envelope-completed'))
      await runJobs()
      expect((await patientOf(clinic, patientId)).authorization, 'opens nothing yet').toBeNull()
      return (await requestOf(clinic, patientId)).request
    }
    const spoken = await setUpRequest(clinic)
    service.account.type(spoken.envelopeId, REPRESENTATIVE_FIELD, ' Rosa Álvarez, mother ')
    expect(await signed(spoken.envelopeId, spoken.patientId)).toMatchObject({
      signerName: 'Rosa Álvarez, mother',
      ...{ signerCapacity: 'representative', representativeRelation: 'Rosa Álvarez, mother' },
      ...{ reviewState: 'waiting', reviewReasons: ['representative'] },
    })
    for (const [data, reason] of [
      [{ dateOfBirth: new Date('2012-05-01') }, 'minor'],
      [{ dateOfDeath: new Date('2026-01-02') }, 'died'],
    ] as const) {
      const { patientId, envelopeId } = await setUpRequest(clinic)
      await clinic.db.patient.update({ where: { id: patientId }, data })
      expect(await signed(envelopeId, patientId)).toMatchObject({
        ...{ signerCapacity: 'patient', representativeRelation: null },
        ...{ reviewState: 'waiting', reviewReasons: [reason] },
      })
    }
  })

  test('returns the patient with the reason when it is declined, voided or expired there', async ({
    clinic,
    service,
    runJobs,
    server,
  }) => {
    const endings = {
      declined: (id: string) => service.account.decline(id, 'Not before I spoke to her'),
      voided: (id: string) => service.account.void(id, 'Wrong form'),
      expired: (id: string) => service.account.expire(id),
    }
    const messages: string[] = []
    for (const [state, end] of Object.entries(endings)) {
      const { staff, rae, patientId, envelopeId } = await setUpRequest(clinic)
      end(envelopeId)
      await post(server.visitor(), service.message(envelopeId, `envelope-${state}`))
      await runJobs()
      expect(await patientOf(clinic, patientId)).toMatchObject({ status: 'pending_consent' })
      expect((await requestOf(clinic, patientId)).request.state).toBe(state)
      expect(await actionsOf(clinic, patientId)).toEqual(['consent_sent', `consent_${state}`])
      messages.push(...(await alertsOf(clinic, rae)))
      expect(await sendConsent(clinic.as(staff), { patientId })).toMatchObject({ status: 'consent_sent' })
    }
    expect(messages.join('\n')).toMatch(/Not before I spoke to her\n.*Wrong form\n.*has expired/)
  })

  test('is voided at DocuSign when voided here, without telling the patient the clinic’s reason', async ({
    clinic,
    service,
    runJobs,
  }) => {
    const first = await setUpRequest(clinic)
    await voidConsentRequest(clinic.as(first.staff), {
      patientId: first.patientId,
      reason: 'She has a lawyer',
    })
    const second = await setUpRequest(clinic)
    const dropReason = 'Took another attorney'
    await dropPatient(clinic.as(second.staff), { patientId: second.patientId, dropReason })
    await runJobs()
    for (const { envelopeId, request } of [first, second]) {
      expect(service.account.envelopes.get(envelopeId)).toMatchObject({
        status: 'voided',
        voidedReason: 'The clinic took this form back. You don’t need to sign it.',
      })
      const row = await clinic.db.consentRequest.findUnique({ where: { id: request.id } })
      expect(row).toMatchObject({ state: 'voided', providerStatus: 'voided', providerError: null })
    }
  })

  test('does not count when signed before it could be voided, and alerts people once', async ({
    clinic,
    service,
    runJobs,
    server,
  }) => {
    const { staff, rae, patientId, envelopeId } = await setUpRequest(clinic)
    await voidConsentRequest(clinic.as(staff), { patientId })
    service.account.complete(envelopeId)
    await post(server.visitor(), service.message(envelopeId, 'envelope-completed'))
    await runJobs()
    await runJobs()
    expect(await patientOf(clinic, patientId)).toMatchObject({ status: 'pending_consent' })
    expect(await clinic.db.signedConsentForm.count()).toBe(0)
    const heard = (await alertsOf(clinic, rae)).filter((message) =>
      message.includes('was signed with the provider'),
    )
    expect(heard).toHaveLength(1)
    expect((await requestOf(clinic, patientId)).request.providerError).toContain(
      'was signed with the provider',
    )
  })

  test('counts when signed in time, even after the clinic’s clock expired it', async ({
    clinic,
    service,
    runJobs,
  }) => {
    const { patientId, envelopeId, request } = await setUpRequest(clinic)
    service.account.complete(envelopeId)
    await clinic.db.consentRequest.update({ where: { id: request.id }, data: { state: 'expired' } })
    await clinic.db.patient.update({ where: { id: patientId }, data: { status: 'pending_consent' } })
    await followEnvelope(clinic.anonymous(), { provider: 'docusign', envelopeId })
    await runJobs()
    expect(await patientOf(clinic, patientId)).toMatchObject({ status: 'consent_signed' })
  })

  test('is reminded by DocuSign at our request, five times or until it is signed', async ({
    clinic,
    service,
    runJobs,
  }) => {
    const { envelopeId } = await setUpRequest(clinic)
    const signed = await setUpRequest(clinic)
    const days: number[] = []
    for (let day = 1; day <= 29; day += 1) {
      wait(clinic, 86_400)
      if (day === 4) {
        service.account.complete(signed.envelopeId)
        await reconcileEnvelopes(clinic.anonymous())
      }
      const before = service.account.envelopes.get(envelopeId)?.resent ?? 0
      await remindAtProvider(clinic.anonymous())
      await runJobs()
      if ((service.account.envelopes.get(envelopeId)?.resent ?? 0) > before) days.push(day)
    }
    expect(days).toEqual([3, 7, 11, 15, 19])
    expect(service.account.envelopes.get(signed.envelopeId)?.resent).toBe(1)
  })

  test('is reminded in the daytime, and no more often than the clinic has set since', async ({
    clinic,
    service,
    runJobs,
  }) => {
    const { envelopeId } = await setUpRequest(clinic)
    const remind = async () => {
      await remindAtProvider(clinic.anonymous())
      await runJobs()
      return service.account.envelopes.get(envelopeId)?.resent ?? 0
    }
    clinic.now = new Date('2026-01-09T03:00:00Z')
    expect(await remind(), '10 PM in New York').toBe(0)
    clinic.now = new Date('2026-01-09T15:00:00Z')
    expect(await remind(), '10 AM').toBe(1)
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    await editClinicSettings(admin, { remindersMax: 1 })
    await clinic.instances.settings.refresh()
    wait(clinic, 4 * 86_400)
    expect(await remind(), 'the second').toBe(1)
    expect((await clinic.db.consentRequest.findFirstOrThrow()).nextReminderAt).toBeNull()
  })

  test('can be checked at once by a user who may send, and shows DocuSign’s error unchanged', async ({
    clinic,
    service,
  }) => {
    const { rae, patientId, envelopeId } = await setUpRequest(clinic)
    const other = await clinic.user({ role: 'attorney' })
    const check = (user: typeof rae) => checkConsentStatus(clinic.as(user), { patientId })
    await expect(check(other)).rejects.toMatchObject({ code: 'not_found' })
    service.spoil = () => ({ status: 503 })
    await expect(check(rae)).rejects.toMatchObject({
      code: 'provider',
      message: 'DocuSign is not working at the moment (503)',
    })
    expect((await requestOf(clinic, patientId)).request.providerError).toContain('not working')
    service.spoil = () => undefined
    service.account.complete(envelopeId)
    expect(await check(rae)).toMatchObject({ status: 'consent_signed' })
    expect(await alertsOf(clinic, rae)).toHaveLength(1)
    await expect(check(rae)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('an event that Connect did not report', () => {
  test('is found by the hourly check with one call for many', async ({ clinic, service, runJobs }) => {
    const people = [await setUpRequest(clinic), await setUpRequest(clinic), await setUpRequest(clinic)]
    service.account.complete(people[1]?.envelopeId ?? '')
    service.calls.length = 0
    await reconcileEnvelopes(clinic.anonymous())
    expect(service.calls).toHaveLength(1)
    await runJobs()
    const statuses = await Promise.all(people.map(({ patientId }) => patientOf(clinic, patientId)))
    expect(statuses.map(({ status }) => status)).toEqual(['consent_sent', 'consent_signed', 'consent_sent'])
  })

  test('is found together with work that a dead process left unfinished', async ({
    clinic,
    service,
    runJobs,
    forgetJobs,
  }) => {
    const { patientId, envelopeId, staff } = await setUpRequest(clinic)
    await voidConsentRequest(clinic.as(staff), { patientId })
    await forgetJobs()
    wait(clinic, 601)
    await reconcileEnvelopes(clinic.anonymous())
    await runJobs()
    expect(service.account.envelopes.get(envelopeId)?.status).toBe('voided')
  })

  test('shows the failure on the requests while DocuSign is down', async ({ clinic, service }) => {
    const { patientId } = await setUpRequest(clinic)
    service.spoil = () => 'cut before'
    await reconcileEnvelopes(clinic.anonymous())
    expect((await requestOf(clinic, patientId)).request.providerError).toBe('DocuSign could not be reached')
    service.spoil = () => undefined
    await reconcileEnvelopes(clinic.anonymous())
    expect((await requestOf(clinic, patientId)).request.providerError).toBeNull()
  })
})
