import { expect, test } from 'vitest'
import { MOST_EVENTS, makeDebugHelper } from './debugHelper.ts'

const answering = (status: number, body: unknown = {}) =>
  (async () => Response.json(body, { status })) as typeof fetch
const now = () => new Date('2026-01-05T15:00:00Z')

test('requests, sign-ins and changes are logged by path and kind, without their content', async () => {
  const { helper, watched, hear } = makeDebugHelper(answering(200), now)
  await watched('/graphql', {
    method: 'POST',
    body: '{"operationName":"PatientList","variables":{"search":"Okafor"}}',
  })
  await watched('http://127.0.0.1:3000/patients?search=Okafor')
  await watched('/api/auth/login', { method: 'POST', body: '{"email":"a@b.test","password":"Okafor"}' })
  hear('patient updated')
  expect(helper.events().map(({ kind, what }) => [kind, what])).toEqual([
    ['request', 'POST /graphql PatientList'],
    ['request', 'GET /patients'],
    ['auth', 'POST /api/auth/login'],
    ['live', 'patient updated'],
  ])
  expect(JSON.stringify(helper.events())).not.toContain('Okafor')
})

test('the last hundred events are kept', () => {
  const { helper, hear } = makeDebugHelper(answering(200), now)
  for (let index = 1; index <= MOST_EVENTS + 20; index += 1) hear(`number ${index}`)
  expect(helper.events()).toHaveLength(100)
  expect(helper.events().at(0)?.what).toBe('number 21')
  helper.clear()
  expect(helper.events()).toEqual([])
})

test('a failing request is logged and still fails', async () => {
  const { helper, watched } = makeDebugHelper((() => Promise.reject(new Error('away'))) as typeof fetch, now)
  await expect(watched('/graphql')).rejects.toThrow('away')
  expect(helper.events()).toMatchObject([{ kind: 'request', what: 'GET /graphql failed' }])
})

test('it asks who is signed in, and logs a refusal as an auth event', async () => {
  const { helper } = makeDebugHelper(answering(401, { message: 'Unauthorized' }), now)
  expect(await helper.session()).toEqual({ status: 401, body: { message: 'Unauthorized' } })
  expect((await helper.user()).status).toBe(401)
  expect(helper.events().map(({ kind, what, status }) => [kind, what, status])).toEqual([
    ['auth', 'GET /api/debug/session', 401],
    ['auth', 'GET /api/auth/user', 401],
  ])
})
