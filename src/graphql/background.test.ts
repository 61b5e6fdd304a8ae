import { expect } from 'vitest'
import type { TestClinic } from '#testing/clinic.ts'
import { test } from '#testing/test.ts'

const MINUTE = 60_000
const later = (clinic: TestClinic, minutes: number) => {
  clinic.now = new Date(clinic.now.getTime() + minutes * MINUTE)
}

const doors: [string, string, object?][] = [
  ['GraphQL', '/graphql', { query: '{ dashboardStats { totalPatients } }' }],
  ['REST', '/api/dashboard/stats'],
]

test.for(doors)(
  'what nobody asked for keeps no session alive: %s',
  async ([, path, body], { clinic, door }) => {
    const user = await clinic.user()
    const visitor = door.visitor()
    await visitor.signIn(user.email)
    const end = async () => (await clinic.db.session.findFirstOrThrow()).expire
    const ask = (headers?: Record<string, string>) => visitor.call(body ? 'POST' : 'GET', path, body, headers)
    const before = await end()
    later(clinic, 5)
    for (const word of ['1', '0', 'false', ''])
      expect((await ask({ 'caseload-background': word })).status).toBe(200)
    expect(await end(), 'after answers in the background').toEqual(before)
    expect((await ask()).status).toBe(200)
    expect((await end()).getTime() - before.getTime(), 'after one that somebody asked for').toBe(5 * MINUTE)
    later(clinic, 15)
    expect((await ask({ 'caseload-background': '1' })).status).toBe(401)
  },
)
