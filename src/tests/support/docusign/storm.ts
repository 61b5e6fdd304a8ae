import { expect } from 'vitest'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import type { TestClinic } from '../clinic.ts'
import type { TestServer } from '../testServer.ts'
import { type ConnectMessage, signed } from './connect.ts'
import type { ContractServer } from './server.ts'
import { post } from './test.ts'

type Storm = {
  clinic: TestClinic
  service: ContractServer
  server: TestServer
  runJobs: () => Promise<void>
  /** The total number of messages. */
  size: number
  envelopes: number
  seed: number
}

const endings = ['completed', 'declined', 'voided', 'delivered'] as const
const statusAfter = {
  completed: 'consent_signed',
  declined: 'pending_consent',
  voided: 'pending_consent',
  delivered: 'consent_sent',
}

/**
 * Sends everything that can go wrong with deliveries: messages of many envelopes, repeated, shuffled and
 * partly forged, while jobs run in between. Checks that each patient matches DocuSign's state and that
 * nothing happened twice.
 */
export async function weatherStorm({
  clinic,
  service,
  server,
  runJobs,
  size,
  envelopes,
  seed,
}: Storm): Promise<void> {
  const random = randomFrom(seed)
  const staff = clinic.as(await clinic.user())
  await clinic.user({ role: 'admin' })
  const people: { patientId: string; ending: (typeof endings)[number] }[] = []
  const genuine: ConnectMessage[] = []
  for (let count = 0; count < envelopes; count += 1) {
    const { id: patientId } = await clinic.patient()
    const { docusignEnvelopeId } = await sendConsent(staff, { patientId })
    const ending = endings[count % endings.length] ?? 'delivered'
    people.push({ patientId, ending })
    genuine.push(...lifeOf(service, docusignEnvelopeId ?? '', ending))
  }
  const storm = Array.from({ length: size }, (_, index) => {
    const message = genuine[
      index < genuine.length ? index : Math.floor(random() * genuine.length)
    ] as ConnectMessage
    return random() < 0.1 && index >= genuine.length ? forged(message) : message
  }).sort(() => random() - 0.5)

  for (let from = 0; from < storm.length; from += 25) {
    const answers = await Promise.all(
      storm.slice(from, from + 25).map((message) => post(server.visitor(), message)),
    )
    storm.slice(from, from + 25).forEach((message, index) => {
      expect(answers[index]?.status).toBe(genuine.includes(message) ? 200 : 401)
    })
    if (random() < 0.5) await runJobs()
  }
  await runJobs()
  await expectTruth(clinic, people, genuine.length)
}

/** All messages of Connect about one envelope, each with the state at its time. */
function lifeOf(service: ContractServer, id: string, ending: (typeof endings)[number]): ConnectMessage[] {
  const tell = (event: string) => service.message(id, event)
  const life = [tell('envelope-sent'), tell('recipient-sent')]
  service.account.deliver(id)
  life.push(tell('recipient-delivered'), tell('envelope-delivered'))
  if (ending === 'completed') service.account.complete(id)
  if (ending === 'declined') service.account.decline(id, 'No')
  if (ending === 'voided') service.account.void(id, 'Wrong form')
  if (ending !== 'delivered') life.push(tell(`recipient-${ending}`), tell(`envelope-${ending}`))
  return life
}

const forged = ({ body }: ConnectMessage) => signed(body, ['a-key-that-is-not-ours-0000'])

async function expectTruth(
  { db }: TestClinic,
  people: { patientId: string; ending: keyof typeof statusAfter }[],
  kept: number,
): Promise<void> {
  for (const { patientId, ending } of people) {
    const patient = await db.patient.findUniqueOrThrow({ where: { id: patientId } })
    const rows = await db.auditLog.findMany({ where: { patientId }, orderBy: { id: 'asc' } })
    const ends = rows.map(({ action }) => action as string).filter((action) => action !== 'consent_sent')
    const stated = { completed: 'signed', declined: 'declined', voided: 'voided', delivered: '' }[ending]
    expect([ending, patient.status, ...ends]).toEqual([
      ending,
      statusAfter[ending],
      'viewed',
      ...(stated ? [`consent_${stated}`] : []),
    ])
  }
  const signedOnes = people.filter(({ ending }) => ending === 'completed').length
  expect(await db.signedConsentForm.count()).toBe(signedOnes)
  expect(await db.providerEvent.count()).toBe(kept)
  expect(await db.providerEvent.count({ where: { handledAt: null } })).toBe(0)
  expect(await db.alert.count({ where: { type: 'webhook_rejected' } })).toBe(1)
}

/** Reproducible pseudo-random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
