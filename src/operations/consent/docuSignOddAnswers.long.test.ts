import { expect } from 'vitest'
import { Failure } from '#domain/errors.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { RestAnswer } from '#tests/support/docusign/calls.ts'
import type { ContractServer, Seen } from '#tests/support/docusign/server.ts'
import { test, wait } from '#tests/support/docusign/test.ts'
import { type OddAnswer, oddOnes, withValue } from '#tests/support/oddAnswers.ts'
import { followEnvelope } from './followEnvelope.ts'
import { reconcileEnvelopes } from './reconcileEnvelopes.ts'
import { reconcileConsentRequests } from './recoverConsentRequest.ts'
import { sendConsent } from './sendConsent.ts'

type Stage = { clinic: TestClinic; service: ContractServer; runJobs: () => Promise<void> }

/** A call by its method and path, without IDs. */
const nameOf = ({ method, path }: Seen) => `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')}`

/** Replaces one value in the answers to one call. */
const alterBy =
  ({ call, place, value }: OddAnswer) =>
  (seen: Seen, answer: RestAnswer): RestAnswer =>
    nameOf(seen) === call && answer.json !== undefined
      ? { ...answer, json: withValue(answer.json, place, value) ?? null }
      : answer
const unaltered: ContractServer['alter'] = (_call, answer) => answer

/** The JSON answers to all calls of this work, by call. */
async function answersTo({ service }: Stage, work: () => Promise<unknown>): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  service.alter = (call, answer) => {
    if (answer.json !== undefined) answers.set(nameOf(call), answer.json)
    return answer
  }
  await work()
  service.alter = unaltered
  return answers
}

/** Does the work while the answers are odd. Refusals are expected. */
async function oddly({ service }: Stage, odd: OddAnswer, work: () => Promise<unknown>): Promise<void> {
  service.alter = alterBy(odd)
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  } finally {
    service.alter = unaltered
  }
}

/** Sends the form to a new patient through a provider that has no access token yet. */
async function send({ clinic, service }: Stage): Promise<string> {
  const { signing } = clinic.instances
  const provider = service.provider()
  clinic.instances.signing = {
    current: provider,
    of: (name) => (name === 'docusign' ? provider : signing.of(name)),
  }
  const { id: patientId } = await clinic.patient()
  await sendConsent(clinic.as(await clinic.user()), { patientId })
  return patientId
}

/** Lets two hours pass and runs every scheduled job. */
async function hoursLater({ clinic, runJobs }: Stage): Promise<void> {
  for (let hour = 0; hour < 2; hour += 1) {
    wait(clinic, 3600)
    await reconcileConsentRequests(clinic.anonymous())
    await reconcileEnvelopes(clinic.anonymous())
    await runJobs()
  }
}

/** The newest request, the status of its patient, and its envelopes at DocuSign. */
async function found({ clinic: { db }, service }: Stage) {
  const { patient, ...request } = await db.consentRequest.findFirstOrThrow({
    orderBy: { createdAt: 'desc' },
    include: { patient: true },
  })
  const envelopes = [...service.account.envelopes.values()].filter(
    ({ transactionId }) => transactionId === request.idempotencyKey,
  )
  return {
    ...{ request, status: patient.status, reason: request.closeReason },
    envelopes: envelopes.map(({ status, envelopeId }) =>
      envelopeId === request.envelopeId || status === 'voided' ? status : `${status}, but unknown`,
    ),
  }
}

test('after an odd answer to a send, the form is out once or not at all', async ({
  clinic,
  service,
  runJobs,
}) => {
  const stage = { clinic, service, runJobs }
  const answers = await answersTo(stage, () => send(stage))
  expect([...answers.keys()]).toEqual([
    'POST /oauth/token',
    'GET /oauth/userinfo',
    'POST /restapi/v2.1/accounts/ID/envelopes',
  ])
  const wrong: unknown[] = []
  for (const odd of oddOnes(answers)) {
    await oddly(stage, odd, () => send(stage))
    await hoursLater(stage)
    const { request, status, envelopes, reason } = await found(stage)
    const now = [request.state, status, ...envelopes].join()
    if (!['sent,consent_sent,sent', 'failed,pending_consent'].includes(now))
      wrong.push([odd.title, now, reason])
    await clinic.db.consentRequest.updateMany({
      where: { state: 'sent' },
      data: { state: 'voided', providerStatus: 'voided' },
    })
  }
  expect(wrong).toEqual([])
})

/** How a form ends at DocuSign, and what may stand here in the end. An expired one is voided with a reason. */
const endings = {
  completed: [['signed', 'consent_signed']],
  declined: [['declined', 'pending_consent']],
  voided: [['voided', 'pending_consent']],
  expired: [
    ['expired', 'pending_consent'],
    ['voided', 'pending_consent'],
  ],
} as const
type Ending = keyof typeof endings

function end({ account }: ContractServer, envelopeId: string, ending: Ending): void {
  if (ending === 'completed') account.complete(envelopeId)
  if (ending === 'declined') account.decline(envelopeId, 'I want to think about it')
  if (ending === 'voided') account.void(envelopeId, 'The wrong form')
  if (ending === 'expired') account.expire(envelopeId)
}

/** The values of an envelope that Caseload reads. */
const readKeys = [
  ...['status', 'recipients', 'signers', 'recipientId', 'name', 'tabs', 'textTabs', 'tabLabel', 'value'],
  ...['deliveredDateTime', 'completedDateTime', 'declinedDateTime', 'voidedDateTime'],
  ...['declinedReason', 'voidedReason', 'envelopes', 'envelopeId'],
]
const isRead = ({ place }: OddAnswer) => {
  const key = place.at(-1)
  return typeof key !== 'string' || readKeys.includes(key)
}

test.for(Object.keys(endings) as Ending[])(
  'an odd answer about a form that was %s loses nothing',
  async (ending, { clinic, service, runJobs }) => {
    const stage = { clinic, service, runJobs }
    const begin = async () => {
      wait(clinic, 1)
      await send(stage)
      const { request } = await found(stage)
      const envelopeId = request.envelopeId ?? ''
      service.account.deliver(envelopeId)
      end(service, envelopeId, ending)
      return { provider: 'docusign', envelopeId } as const
    }
    let which = await begin()
    const reconcile = () => reconcileEnvelopes(clinic.anonymous())
    const follow = () => followEnvelope(clinic.anonymous(), which)
    const answers = new Map([
      ...(await answersTo(stage, reconcile)),
      ...(await answersTo(
        stage,
        () => clinic.instances.signing.current.remote?.read(which.envelopeId) ?? Promise.reject(),
      )),
    ])
    expect(answers.size).toBe(2)
    const wrong: unknown[] = []
    for (const odd of oddOnes(answers).filter(isRead)) {
      await oddly(stage, odd, reconcile)
      await oddly(stage, odd, follow)
      const { request, status } = await found(stage)
      if (request.state === 'sent') {
        if (status !== 'consent_sent') wrong.push([odd.title, request.state, status])
        continue
      }
      const isRight = endings[ending].some(([state, then]) => request.state === state && status === then)
      if (!isRight) wrong.push([odd.title, request.state, status, request.closeReason])
      which = await begin()
    }
    expect(wrong).toEqual([])
    await follow()
    expect(endings[ending].map(String)).toContain(
      await found(stage).then(({ request, status }) => `${request.state},${status}`),
    )
  },
)
