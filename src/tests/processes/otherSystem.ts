import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { createKeyedMutex } from '#infra/keyedMutex.ts'
import type { Received } from '#tests/support/receiver.ts'

/** What the other system calls its patients. */
const SYSTEM = 'https://matters.example/clients'

/** The change was made, but the server ended before its answer was kept. */
const DONE = 409

/** A patient as the other system has it. */
type Client = { email: string; phone: string | null; patientId: string; version: string }
type Patient = Pick<Client, 'email' | 'phone' | 'version'> & {
  id: string
  identifiers: { system: string; value: string }[]
}
type Answer = { status: number; json: Patient & { patients?: Patient[] } }
type Change = { resourceType: string; patientId: string | null }

type Options = {
  url: () => string
  apiKey: string
  /** Random numbers from 0 to 1. */
  random: () => number
}

/**
 * A program that keeps a copy of the patients and changes them too, as docs/integrators.md says. Connections break at random, before
 * and after the server has worked. A conflict of the same field is decided for the clinic.
 */
export function openOtherSystem({ url, apiKey, random }: Options) {
  const clients = new Map<string, Client>()
  const byPatient = new Map<string, string>()
  const lock = createKeyedMutex({ perKey: 1e6, total: 1e6 })
  const counts = { received: 0, forged: 0, repeated: 0, conflicts: 0, cut: 0 }
  const seen = new Set<string>()
  /** Patients to read, each once, however often they have changed. */
  const waiting = new Set<string>()
  const readers = new Set<Promise<unknown>>()
  let verifier: Verifier | undefined

  /** Sends a request until it has an answer, with one Idempotency-Key. One in ten connections is cut. */
  async function call(method: string, path: string, body?: object, version?: string): Promise<Answer> {
    const key = randomUUID()
    for (;;) {
      const isCut = random() < 0.1
      try {
        const response = await fetch(url() + path, {
          method,
          headers: {
            authorization: `Bearer ${apiKey}`,
            ...(method !== 'GET' && { 'idempotency-key': key }),
            ...(version && { 'if-match': `"${version}"` }),
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
          ...(isCut && { signal: AbortSignal.timeout(Math.round(random() * 15)) }),
        })
        const json = await response.json()
        const isBusy =
          response.status >= 500 || (response.status === 409 && response.headers.has('retry-after'))
        if (!isBusy) return { status: response.status, json }
      } catch {
        counts.cut += 1
      }
      await sleep(20 + 80 * random())
    }
  }

  const keep = (name: string, { id, email, phone, version }: Patient) => {
    clients.set(name, { email, phone, version, patientId: id })
    byPatient.set(id, name)
  }

  /** Reads a patient that has changed, and gives a new one a name in this system. */
  const read = (patientId: string): Promise<void> =>
    lock(patientId, async () => {
      for (;;) {
        const { status, json: patient } = await call('GET', `/api/patients/${patientId}`)
        if (status !== 200) throw new Error(`Reading answered ${status}`)
        const name = patient.identifiers.find(({ system }) => system === SYSTEM)?.value
        if (name) return keep(name, patient)
        const identifiers = [...patient.identifiers, { system: SYSTEM, value: randomUUID() }]
        const named = await call('PATCH', `/api/patients/${patientId}`, { identifiers }, patient.version)
        if (![200, 412, DONE].includes(named.status)) throw new Error(`Naming answered ${named.status}`)
      }
    })

  async function readWaiting(): Promise<void> {
    for (const patientId of waiting) {
      waiting.delete(patientId)
      await read(patientId)
    }
  }

  /** Eight readers at most, as a considerate program has. */
  function wake(): void {
    if (waiting.size === 0 || readers.size >= 8) return
    const reader = readWaiting().finally(() => {
      readers.delete(reader)
      wake()
    })
    readers.add(reader)
  }

  return {
    clients,
    counts,
    verifyWith: (secret: string) => {
      verifier = new Verifier(secret)
    },
    /** Adds a client of this system, who becomes a patient. */
    add: async (): Promise<void> => {
      const value = randomUUID()
      const identifier = { system: SYSTEM, value }
      const client = { firstName: 'Ada', lastName: 'Client', email: `${value}@matters.example` }
      const { status } = await call('PUT', '/api/patients/by-identifier', { identifier, ...client })
      if (![200, 201, DONE].includes(status)) throw new Error(`Adding answered ${status}`)
      const found = await call('GET', `/api/patients/by-identifier?${new URLSearchParams(identifier)}`)
      await read(found.json.id)
    },
    /** Changes a client, unless the clinic was first. */
    edit: async (name: string, phone: string): Promise<void> => {
      const { patientId } = clients.get(name) as Client
      const status = await lock(patientId, async () => {
        const { version } = clients.get(name) as Client
        const answer = await call('PATCH', `/api/patients/${patientId}`, { phone }, version)
        if (answer.status === 200) keep(name, answer.json)
        return answer.status
      })
      if (status === 200) return
      if (status === 412) counts.conflicts += 1
      else if (status !== DONE) throw new Error(`Editing answered ${status}`)
      await read(patientId)
    },
    /** Takes a message of the webhook. The work is done afterwards, as long as it takes. */
    receive: ({ headers, body }: Received): void => {
      counts.received += 1
      try {
        verifier?.verify(body, headers as Record<string, string>)
      } catch {
        counts.forged += 1
        return
      }
      const id = headers['webhook-id'] as string
      if (seen.has(id)) counts.repeated += 1
      seen.add(id)
      const { changes } = JSON.parse(body).data as { changes: Change[] }
      const ids = changes.flatMap(({ resourceType, patientId }) =>
        resourceType === 'patient' && patientId ? patientId : [],
      )
      for (const patientId of ids) {
        waiting.add(patientId)
        wake()
      }
    },
    /** Whether all received messages have been processed. */
    isIdle: () => waiting.size === 0 && readers.size === 0,
  }
}
