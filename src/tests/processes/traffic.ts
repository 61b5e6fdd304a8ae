import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { failureCodes, statusOf } from '#domain/errors.ts'
import type { Caller } from './caller.ts'

/** One user action. The numbers select from the users, servers and patients that exist by then. */
type Act = { kind: Kind; who: number; where: number; patient: number; n: number }

/** A request. `changes` means that it writes one audit row about the patient if it succeeds. */
type TrafficRequest = { method: string; path: string; body?: object; changes?: boolean }

const graphql = (query: string, input: object, changes = false): TrafficRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables: { input } },
  changes,
})

const day = (n: number) => `2031-0${1 + (n % 9)}-1${n % 10}`
const unique = (n: number) => `${n}-${Math.random().toString(36).slice(2)}`

const kinds = {
  add: (_id, n) => ({
    method: 'POST',
    path: '/api/patients',
    body: { firstName: 'Kim', lastName: `Adeyemi ${n % 50}`, email: `${unique(n)}@storm.test` },
  }),
  edit: (id, n) =>
    graphql(
      'mutation ($input: EditPatientInput!) { editPatient(input: $input) { id } }',
      { patientId: id, notes: unique(n) },
      true,
    ),
  schedule: (id, n) => ({
    method: 'PUT',
    path: `/api/patients/${id}/schedule`,
    body: { consultationDate: day(n), consultationTime: `1${n % 10}:00`, consultationLocation: unique(n) },
    changes: true,
  }),
  override: (id, n) => ({
    method: 'PATCH',
    path: `/api/patients/${id}/status`,
    body: { status: ['pending_consent', 'consent_signed', 'schedulable', 'treatment_completed'][n % 4] },
    changes: true,
  }),
  drop: (id, n) => ({
    method: 'POST',
    path: `/api/patients/${id}/drop`,
    body: { dropReason: `Moved out of state ${n}` },
    changes: true,
  }),
  ready: (id) =>
    graphql(
      'mutation ($input: PatientIdInput!) { markSchedulable(input: $input) { id } }',
      { patientId: id },
      true,
    ),
  send: (id) => ({ method: 'POST', path: `/api/patients/${id}/send-consent` }),
  note: (id, n) => ({
    method: 'POST',
    path: `/api/patients/${id}/notes`,
    body: { content: `Called ${n} times` },
  }),
  open: (id) => ({ method: 'GET', path: `/api/patients/${id}` }),
  list: (_id, n) => ({
    method: 'GET',
    path: `/api/patients?limit=50&search=${n % 3 === 0 ? 'adeyemi' : 'kim'}`,
  }),
  stats: () => ({ method: 'GET', path: '/api/dashboard/stats' }),
} satisfies Record<string, (id: string, n: number) => TrafficRequest>
type Kind = keyof typeof kinds

const acts = fc.record({
  kind: fc.constantFrom(...(Object.keys(kinds) as Kind[]), 'add' as const, 'edit' as const),
  who: fc.nat(),
  where: fc.nat(),
  patient: fc.nat(),
  n: fc.nat(100_000),
})

/** The number of successful changes to one patient, and of changes whose outcome is unknown. */
export type Tally = { done: number; unknown: number }

/**
 * Simulates several users at once, each on any of the servers, until `end` is called. The same seed gives the same
 * actions. A request without a response does not stop the others.
 */
export function startTraffic(callers: readonly Caller[], servers: () => readonly string[], seed: number) {
  const statuses = new Map<number, number>()
  const tallies = new Map<string, Tally>()
  const known: string[] = []
  let isOver = false
  let planned: Act[] = []

  async function work(): Promise<void> {
    while (!isOver) {
      if (planned.length === 0) planned = fc.sample(acts, { numRuns: 5000, seed: seed + tallies.size })
      await perform(planned.pop() as Act)
    }
  }

  async function perform({ kind, who, where, patient, n }: Act): Promise<void> {
    const id = known[patient % known.length]
    if (id === undefined && kind !== 'add') return
    const { method, path, body, changes }: TrafficRequest = kinds[kind](id ?? '', n)
    const places = servers()
    const call = (callers[who % callers.length] as Caller).at(places[where % places.length] as string)
    const reply = await call(method, path, body).catch(isRefused)
    if (reply === 'refused') return void (await sleep(200)) // the server was down, so it did not get the request
    const status = reply ? statusBehind(reply.status, reply.json) : 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (kind === 'add' && status === 201) note((reply as { json: { id: string } }).json.id, status)
    else if (changes && id !== undefined) note(id, status)
    if (status === 0 || status === 503) await sleep(20)
  }

  function note(id: string, status: number) {
    const tally = tallies.get(id) ?? { done: 0, unknown: 0 }
    if (!tallies.has(id)) known.push(id)
    if (status > 0 && status < 300) tally.done += 1
    if (status === 0 || status === 503) tally.unknown += 1
    tallies.set(id, tally)
  }

  const answered = () => [...statuses].reduce((sum, [status, n]) => sum + (status === 0 ? 0 : n), 0)
  const workers = Array.from({ length: 8 }, work)
  return {
    statuses: statuses as ReadonlyMap<number, number>,
    tallies: tallies as ReadonlyMap<string, Tally>,
    /** Waits for that many more responses with any status. */
    untilAnswered: async (more: number) => {
      for (const wanted = answered() + more, end = Date.now() + 120_000; answered() < wanted; await sleep(20))
        if (Date.now() > end)
          throw new Error(`The servers stopped responding: ${JSON.stringify([...statuses])}`)
    },
    end: async () => {
      isOver = true
      await Promise.all(workers)
    },
  }
}

const isRefused = (error: { cause?: { code?: string } }) =>
  error.cause?.code === 'ECONNREFUSED' ? 'refused' : null

/** The status that REST would send. GraphQL sends 200 with the error in the body. */
function statusBehind(status: number, json: unknown): number {
  const { errors } = (json ?? {}) as { errors?: { extensions?: { code?: string } }[] }
  const code = failureCodes.find((one) => one === errors?.[0]?.extensions?.code)
  if (code) return statusOf[code]
  return errors ? 500 : status
}
