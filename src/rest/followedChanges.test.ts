import { expect, onTestFinished } from 'vitest'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { revokeApiKey } from '#operations/apiKeys/revokeApiKey.ts'
import { addPatient } from '#operations/patients/addPatient.ts'
import { editPatient } from '#operations/patients/editPatient.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'

type Event = { id: string; changes: { action: string; resourceId: string }[] }

/** A program that follows the changes of patients. */
async function program(clinic: TestClinic, server: TestServer) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const staff = await clinic.user()
  const key = await createApiKey(admin, { userId: staff.id, name: 'Sync', scopes: ['patients_read'] })
  const authorization = `Bearer ${key.secret}`

  /** Opens the stream. `next` returns the next event, or `null` at the end of the stream. */
  async function open(query = '', headers: Record<string, string> = {}) {
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const response = await fetch(`${server.url}/api/changes${query}`, {
      headers: { accept: 'text/event-stream', authorization, ...headers },
      signal: leaving.signal,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const next = async (): Promise<Event | null> => {
      for (;;) {
        const [event, ...rest] = text.split('\n\n')
        if (rest.length > 0) {
          text = rest.join('\n\n')
          const [, id = '', data = ''] = /^id: (.*)\nevent: changes\ndata: (.*)$/.exec(event ?? '') ?? []
          if (id) return { id, ...JSON.parse(data) }
          continue
        }
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) return null
        text += value
      }
    }
    return { response, next, leave: () => leaving.abort() }
  }
  return { admin, key, staff: clinic.as(staff), open, authorization }
}

const person = { firstName: 'Maren', lastName: 'Lindqvist', email: 'maren@example.test' }

test('an event stream sends each change, and continues after the last event that the client received', async ({
  clinic,
  server,
}) => {
  const { staff, open } = await program(clinic, server)
  const { response, next, leave } = await open()
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
  ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store, no-transform'])
  const begin = await next()
  expect(begin?.changes).toEqual([])
  const patient = await addPatient(staff, person)
  const first = await next()
  expect(first?.changes).toMatchObject([{ action: 'created', resourceId: patient.id }])
  leave()

  for (const phone of ['+14155550123', '+14155550124']) {
    // Changes of the same time can come in any order.
    clinic.now = new Date(clinic.now.getTime() + 1000)
    await editPatient(staff, { patientId: patient.id, phone })
  }
  const again = await open('', { 'last-event-id': first?.id ?? '' })
  expect((await again.next())?.changes).toMatchObject([{ action: 'updated' }, { action: 'updated' }])
  const began = performance.now()
  const fromStart = await open(`?first=1&after=${encodeURIComponent(begin?.id ?? '')}`)
  const actions = []
  for (let n = 0; n < 3; n += 1) actions.push((await fromStart.next())?.changes.map(({ action }) => action))
  expect(actions).toEqual([['created'], ['updated'], ['updated']])
  // One page a second, so that catching up costs the server little.
  expect(performance.now() - began).toBeGreaterThan(1_990)
})

test('many changes at once come as few events, and none is missing', async ({ clinic, server }) => {
  const { staff, open } = await program(clinic, server)
  const { next } = await open()
  await next()
  const added = await Promise.all(
    Array.from({ length: 30 }, (_, n) => addPatient(staff, { ...person, email: `maren${n}@example.test` })),
  )
  const seen: string[] = []
  while (seen.length < added.length)
    seen.push(...((await next())?.changes ?? []).map((one) => one.resourceId))
  expect(seen.toSorted()).toEqual(added.map(({ id }) => id).toSorted())
})

test('the stream ends with the key, and refusals have their own status', async ({ clinic, server }) => {
  const { admin, key, open } = await program(clinic, server)
  const { next } = await open()
  await next()
  const wrong = await open('?after=nonsense')
  expect([wrong.response.status, wrong.response.headers.get('content-type')]).toEqual([
    400,
    'application/json; charset=utf-8',
  ])
  await revokeApiKey(admin, { apiKeyId: key.apiKey.id })
  expect(await next()).toBeNull()
  expect((await open()).response.status).toBe(401)
})

test('a key can follow at most ten streams, and one that has ended is free again', async ({
  clinic,
  server,
}) => {
  const { open } = await program(clinic, server)
  const streams = []
  for (let n = 0; n < 10; n += 1) streams.push(await open())
  expect((await open()).response.status).toBe(429)
  streams[0]?.leave()
  await expect.poll(async () => (await open()).response.status).toBe(200)
})
