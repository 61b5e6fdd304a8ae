import { expect } from 'vitest'
import type { TestClinic } from '#testing/clinic.ts'
import { mortal } from '#testing/docusign/killed.ts'
import type { ContractServer } from '#testing/docusign/server.ts'
import { weatherStorm } from '#testing/docusign/storm.ts'
import { test, wait } from '#testing/docusign/test.ts'
import type { Visit } from '../context.ts'
import { followEnvelope } from './followEnvelope.ts'
import { reconcileConsentRequests } from './reconcileConsentRequests.ts'
import { reconcileEnvelopes } from './reconcileEnvelopes.ts'
import { retryConsentRequest } from './retryConsentRequest.ts'
import { sendConsent } from './sendConsent.ts'
import { voidConsentRequest } from './voidConsentRequest.ts'
import { withdrawEnvelope } from './withdrawEnvelope.ts'

/** Dies at each step in turn, until one run lives; answers what each run was given, and whether it died. */
async function killedAtEachStep<Given>(
  clinic: TestClinic,
  prepare: () => Promise<Given>,
  work: (mortal: Pick<Visit, 'db' | 'signing'>, given: Given) => Promise<unknown>,
): Promise<{ given: Given; died: boolean }[]> {
  const runs: { given: Given; died: boolean }[] = []
  for (let dieAt = 1; ; dieAt += 1) {
    const given = await prepare()
    const { life, ...parts } = mortal(clinic, dieAt)
    const died = await work(parts, given).then(
      () => false,
      (error: unknown) => {
        if (life.isDead) return true
        throw error
      },
    )
    runs.push({ given, died })
    if (!died) return runs
  }
}

/** Two hours go by, in which everything runs that runs by itself. */
async function recover(clinic: TestClinic, runJobs: () => Promise<void>) {
  for (let hour = 0; hour < 2; hour += 1) {
    wait(clinic, 3600)
    await reconcileConsentRequests(clinic.anybody())
    await reconcileEnvelopes(clinic.anybody())
    await runJobs()
  }
}

async function standing(clinic: TestClinic, service: ContractServer, patientId: string) {
  const { db } = clinic
  const patient = await db.patient.findUniqueOrThrow({ where: { id: patientId } })
  const requests = await db.consentRequest.findMany({ where: { patientId } })
  const keys = requests.map(({ idempotencyKey }) => idempotencyKey)
  const actions = (await clinic.auditOf(patient)).map(({ action }) => action)
  return {
    status: patient.status,
    states: requests.map(({ state }) => state),
    actions: actions.filter((action) => action.startsWith('consent_')),
    envelopes: [...service.account.envelopes.values()]
      .filter(({ transactionId }) => keys.includes(transactionId))
      .map(({ status }) => status),
    forms: await db.signedConsentForm.count({ where: { request: { patientId } } }),
  }
}

const unsent = { status: 'pending_consent', actions: [], envelopes: [], forms: 0 }
const sent = {
  status: 'consent_sent',
  states: ['sent'],
  actions: ['consent_sent'],
  envelopes: ['sent'],
  forms: 0,
}

test('killed anywhere while sending, the form went out and says so, or did not and says so', {
  timeout: 90_000,
}, async ({ clinic, service, runJobs }) => {
  const staff = await clinic.user()
  const runs = await killedAtEachStep(
    clinic,
    () => clinic.patient(),
    (parts, { id: patientId }) => sendConsent({ ...clinic.as(staff), ...parts }, { patientId }),
  )
  expect(runs.length).toBeGreaterThan(20)
  for (const { given } of runs) {
    const { status, envelopes } = await standing(clinic, service, given.id)
    if (status === 'consent_sent') expect(envelopes).toEqual(['sent'])
  }
  await recover(clinic, runJobs)
  for (const { given, died } of runs) {
    const after = await standing(clinic, service, given.id)
    if (!died || after.envelopes.length > 0) expect(after).toEqual(sent)
    else expect(after).toEqual({ ...unsent, states: expect.toSatisfy(isNoneOrFailed) })
  }
})

const isNoneOrFailed = (states: string[]) => ['', 'failed'].includes(states.join())

test('killed anywhere while sending again, it still goes out, once', { timeout: 90_000 }, async ({
  clinic,
  service,
  runJobs,
}) => {
  const staff = await clinic.user()
  const runs = await killedAtEachStep(
    clinic,
    async () => {
      const { id: patientId } = await clinic.patient()
      service.spoil = ({ path }) => (path.endsWith('/envelopes') ? 'cut after' : undefined)
      await sendConsent(clinic.as(staff), { patientId }).catch(() => undefined)
      service.spoil = () => undefined
      const { id: requestId } = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId } })
      wait(clinic, 61)
      return { patientId, requestId }
    },
    (parts, { requestId }) => retryConsentRequest({ ...clinic.anybody(), ...parts }, { requestId }),
  )
  await recover(clinic, runJobs)
  for (const { given } of runs) expect(await standing(clinic, service, given.patientId)).toEqual(sent)
})

test('killed anywhere while a signed form is fetched, it is recorded once', { timeout: 90_000 }, async ({
  clinic,
  service,
  runJobs,
}) => {
  const staff = await clinic.user()
  const runs = await killedAtEachStep(
    clinic,
    async () => {
      const { id: patientId } = await clinic.patient()
      const { docusignEnvelopeId } = await sendConsent(clinic.as(staff), { patientId })
      service.account.complete(docusignEnvelopeId ?? '')
      return { patientId, envelopeId: docusignEnvelopeId ?? '' }
    },
    (parts, { envelopeId }) =>
      followEnvelope({ ...clinic.anybody(), ...parts }, { provider: 'docusign', envelopeId }),
  )
  expect(runs.length).toBeGreaterThan(20)
  for (const { given } of runs) {
    const { forms, status } = await standing(clinic, service, given.patientId)
    expect(forms).toBe(status === 'consent_signed' ? 1 : 0)
  }
  await recover(clinic, runJobs)
  for (const { given } of runs)
    expect(await standing(clinic, service, given.patientId)).toEqual({
      status: 'consent_signed',
      states: ['signed'],
      actions: ['consent_sent', 'consent_signed'],
      envelopes: ['completed'],
      forms: 1,
    })
})

test('killed anywhere while an envelope is taken back, nobody can sign it in the end', {
  timeout: 90_000,
}, async ({ clinic, service, runJobs }) => {
  const staff = clinic.as(await clinic.user())
  const runs = await killedAtEachStep(
    clinic,
    async () => {
      const { id: patientId } = await clinic.patient()
      await sendConsent(staff, { patientId })
      await voidConsentRequest(staff, { patientId })
      const { id: requestId } = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId } })
      return { patientId, requestId }
    },
    (parts, { requestId }) => withdrawEnvelope({ ...clinic.anybody(), ...parts }, { requestId }),
  )
  await recover(clinic, runJobs)
  for (const { given } of runs)
    expect(await standing(clinic, service, given.patientId)).toMatchObject({
      states: ['voided'],
      actions: ['consent_sent', 'consent_voided'],
      envelopes: ['voided'],
    })
})

test('a storm of 500 messages, repeated, shuffled and partly forged, leaves what is true', {
  timeout: 90_000,
}, async ({ clinic, service, door, runJobs }) => {
  await weatherStorm({ clinic, service, door, runJobs, size: 500, envelopes: 24, seed: 5 })
})

test('two looks at once record one signature', async ({ clinic, service }) => {
  const { id: patientId } = await clinic.patient()
  const { docusignEnvelopeId } = await sendConsent(clinic.as(await clinic.user()), { patientId })
  const envelopeId = docusignEnvelopeId ?? ''
  service.account.complete(envelopeId)
  const look = () => followEnvelope(clinic.anybody(), { provider: 'docusign', envelopeId })
  await Promise.all([look(), look(), look()])
  expect(await clinic.db.signedConsentForm.count()).toBe(1)
  expect(await clinic.db.auditLog.count({ where: { action: 'consent_signed' } })).toBe(1)
})
