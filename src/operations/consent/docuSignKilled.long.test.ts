import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { diesAt, type Mortal } from '#tests/support/docusign/killed.ts'
import type { ContractServer } from '#tests/support/docusign/server.ts'
import { weatherStorm } from '#tests/support/docusign/storm.ts'
import { test, wait } from '#tests/support/docusign/test.ts'
import { followEnvelope } from './followEnvelope.ts'
import { reconcileEnvelopes } from './reconcileEnvelopes.ts'
import { reconcileConsentRequests } from './recoverConsentRequest.ts'
import { retryConsentRequest } from './retryConsentRequest.ts'
import { sendConsent } from './sendConsent.ts'
import { signHere } from './signHere.ts'
import { voidConsentRequest } from './voidConsentRequest.ts'
import { withdrawEnvelope } from './withdrawEnvelope.ts'

type Stage = { clinic: TestClinic; service: ContractServer; runJobs: () => Promise<void> }
type RequestCounts = Awaited<ReturnType<typeof requestCounts>>

/** A flow that is killed before each of its steps in turn, each time for a new patient. */
type Story<Prepared> = {
  prepare: () => Promise<Prepared>
  work: (mortal: Mortal, prepared: Prepared) => Promise<unknown>
  /** What must hold right after each kill. */
  atOnce?: (found: RequestCounts) => void
  /** What must hold after the clinic has run for two more hours. */
  inTheEnd: (found: RequestCounts, died: boolean) => void
}

async function killedAnywhere<Prepared extends { patientId: string }>(
  { clinic, service, runJobs }: Stage,
  { prepare, work, atOnce, inTheEnd }: Story<Prepared>,
): Promise<void> {
  const runs: { patientId: string; died: boolean }[] = []
  do {
    const prepared = await prepare()
    const { patientId } = prepared
    runs.push({ patientId, died: await diesAt(clinic, runs.length + 1, (mortal) => work(mortal, prepared)) })
    atOnce?.(await requestCounts(clinic, service, patientId))
  } while (runs.at(-1)?.died)
  expect(runs.length, 'number of kills').toBeGreaterThan(5)
  await recover(clinic, runJobs)
  for (const { patientId, died } of runs) inTheEnd(await requestCounts(clinic, service, patientId), died)
}

/** Lets two hours pass and runs every scheduled job. */
async function recover(clinic: TestClinic, runJobs: () => Promise<void>) {
  for (let hour = 0; hour < 2; hour += 1) {
    wait(clinic, 3600)
    await reconcileConsentRequests(clinic.anonymous())
    await reconcileEnvelopes(clinic.anonymous())
    await runJobs()
  }
}

async function requestCounts({ db, auditOf }: TestClinic, { account }: ContractServer, patientId: string) {
  const { status } = await db.patient.findUniqueOrThrow({ where: { id: patientId } })
  const requests = await db.consentRequest.findMany({ where: { patientId } })
  const keys = requests.map(({ idempotencyKey }) => idempotencyKey)
  const actions = (await auditOf({ id: patientId })).map(({ action }) => action)
  return {
    status,
    states: requests.map(({ state }) => state),
    actions: actions.filter((action) => action.startsWith('consent_')),
    envelopes: [...account.envelopes.values()]
      .filter(({ transactionId }) => keys.includes(transactionId))
      .map((envelope) => envelope.status),
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
const isNoneOrFailed = (states: string[]) => ['', 'failed'].includes(states.join())

test('after a kill while sending, the stored state says whether the form went out', async ({
  clinic,
  service,
  runJobs,
}) => {
  const staff = await clinic.user()
  await killedAnywhere(
    { clinic, service, runJobs },
    {
      prepare: async () => ({ patientId: (await clinic.patient()).id }),
      work: (parts, { patientId }) => sendConsent({ ...clinic.as(staff), ...parts }, { patientId }),
      atOnce: ({ status, envelopes }) => {
        if (status === 'consent_sent') expect(envelopes).toEqual(['sent'])
      },
      inTheEnd: (found, died) =>
        expect(found).toEqual(
          !died || found.envelopes.length > 0
            ? sent
            : { ...unsent, states: expect.toSatisfy(isNoneOrFailed) },
        ),
    },
  )
})

test('after a kill while resending, the form still goes out once', async ({ clinic, service, runJobs }) => {
  const staff = await clinic.user()
  await killedAnywhere(
    { clinic, service, runJobs },
    {
      prepare: async () => {
        const { id: patientId } = await clinic.patient()
        service.spoil = ({ path }) => (path.endsWith('/envelopes') ? 'cut after' : undefined)
        await sendConsent(clinic.as(staff), { patientId }).catch(() => undefined)
        service.spoil = () => undefined
        const { id: requestId } = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId } })
        wait(clinic, 61)
        return { patientId, requestId }
      },
      work: (parts, { requestId }) => retryConsentRequest({ ...clinic.anonymous(), ...parts }, { requestId }),
      inTheEnd: (found) => expect(found).toEqual(sent),
    },
  )
})

test('after a kill while handing over a device, the orphaned form cannot be signed', async ({
  clinic,
  service,
  runJobs,
}) => {
  const staff = await clinic.user()
  await killedAnywhere(
    { clinic, service, runJobs },
    {
      prepare: async () => ({ patientId: (await clinic.patient()).id }),
      work: (parts, { patientId }) => signHere({ ...clinic.as(staff), ...parts }, { patientId }),
      inTheEnd: (found) => {
        const isSent = found.status === 'consent_sent'
        expect(found).toMatchObject(isSent ? sent : { status: 'pending_consent', actions: [], forms: 0 })
        expect(isSent ? [] : found.envelopes.filter((status) => status !== 'voided')).toEqual([])
      },
    },
  )
})

test('after a kill while fetching a signed form, it is recorded once', async ({
  clinic,
  service,
  runJobs,
}) => {
  const staff = await clinic.user()
  await killedAnywhere(
    { clinic, service, runJobs },
    {
      prepare: async () => {
        const { id: patientId } = await clinic.patient()
        const { docusignEnvelopeId } = await sendConsent(clinic.as(staff), { patientId })
        service.account.complete(docusignEnvelopeId ?? '')
        return { patientId, envelopeId: docusignEnvelopeId ?? '' }
      },
      work: (parts, { envelopeId }) =>
        followEnvelope({ ...clinic.anonymous(), ...parts }, { provider: 'docusign', envelopeId }),
      atOnce: ({ forms, status }) => expect(forms).toBe(status === 'consent_signed' ? 1 : 0),
      inTheEnd: (found) =>
        expect(found).toEqual({
          status: 'consent_signed',
          states: ['signed'],
          actions: ['consent_sent', 'consent_signed'],
          envelopes: ['completed'],
          forms: 1,
        }),
    },
  )
})

test('after a kill while voiding an envelope, it can no longer be signed in the end', async ({
  clinic,
  service,
  runJobs,
}) => {
  const staff = clinic.as(await clinic.user())
  await killedAnywhere(
    { clinic, service, runJobs },
    {
      prepare: async () => {
        const { id: patientId } = await clinic.patient()
        await sendConsent(staff, { patientId })
        await voidConsentRequest(staff, { patientId })
        const { id: requestId } = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId } })
        return { patientId, requestId }
      },
      work: (parts, { requestId }) => withdrawEnvelope({ ...clinic.anonymous(), ...parts }, { requestId }),
      inTheEnd: (found) =>
        expect(found).toMatchObject({
          states: ['voided'],
          actions: ['consent_sent', 'consent_voided'],
          envelopes: ['voided'],
        }),
    },
  )
})

test('500 repeated, shuffled and partly forged messages leave the correct state', async ({
  clinic,
  service,
  server,
  runJobs,
}) => {
  await weatherStorm({ clinic, service, server, runJobs, size: 500, envelopes: 24, seed: 5 })
})

test('two concurrent checks record one signature', async ({ clinic, service }) => {
  const { id: patientId } = await clinic.patient()
  const { docusignEnvelopeId } = await sendConsent(clinic.as(await clinic.user()), { patientId })
  const envelopeId = docusignEnvelopeId ?? ''
  service.account.complete(envelopeId)
  const look = () => followEnvelope(clinic.anonymous(), { provider: 'docusign', envelopeId })
  await Promise.all([look(), look(), look()])
  expect(await clinic.db.signedConsentForm.count()).toBe(1)
  expect(await clinic.db.auditLog.count({ where: { action: 'consent_signed' } })).toBe(1)
})
