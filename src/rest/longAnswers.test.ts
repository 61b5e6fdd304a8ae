import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { User } from '#infra/prisma/client.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { revokeApiKey } from '#operations/apiKeys/revokeApiKey.ts'
import { endUserSessions } from '#operations/sessions/endUserSessions.ts'
import { editUser } from '#operations/users/editUser.ts'
import { resetPassword } from '#operations/users/resetPassword.ts'
import { setUserActive } from '#operations/users/setUserActive.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { hangUp, head, say } from '#tests/support/hostile/sockets.ts'
import { test } from '#tests/support/test.ts'
import { RECHECK_MS } from './route.ts'

/** Enough that no buffer on the way holds all of it. */
const PATIENTS = 2_500
const notes = 'x'.repeat(5_000)

async function largeClinic(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin' })
  await clinic.db.patient.createMany({
    data: Array.from({ length: PATIENTS }, (_, n) => ({
      firstName: 'Maren',
      lastName: `Lindqvist${n}`,
      email: `maren${n}@example.test`,
      createdById: admin.id,
      address: 'x'.repeat(16_000),
      notes,
    })),
  })
  return clinic.as(admin)
}

type Ending = (ctx: ReturnType<TestClinic['as']>, user: User, apiKeyId: string) => Promise<unknown>

const endings: [name: string, ending: Ending][] = [
  ['the API key was revoked', (ctx, _user, apiKeyId) => revokeApiKey(ctx, { apiKeyId })],
  ['the user was deactivated', (ctx, { id: userId }) => setUserActive(ctx, { userId, isActive: false })],
  ['the user got another role', (ctx, { id: userId }) => editUser(ctx, { userId, role: 'staff' })],
]

test.for(endings)('a list or table that is being sent stops once %s', async ([, end], { clinic, door }) => {
  const admin = await largeClinic(clinic)
  for (const path of ['/api/patients', '/api/reports/patients.csv']) {
    const user = await clinic.user({ role: 'admin' })
    const { apiKey, secret } = await createApiKey(admin, {
      userId: user.id,
      name: 'Program',
      scopes: ['patients_read', 'reports_read'],
    })
    const wire = say(door.url, head(`GET ${path}`, 'Connection: close', `Authorization: Bearer ${secret}`))
    await vi.waitUntil(() => wire.heard().length > 0, 20_000)
    wire.socket.pause()
    await end(admin, user, apiKey.id)
    await sleep(RECHECK_MS + 500)
    wire.socket.resume()
    const heard = await wire.answer
    expect(heard, path).toMatch(/^HTTP\/1\.1 200 /)
    expect(heard.endsWith('0\r\n\r\n'), `${path} was cut off`).toBe(false)
  }
})

test('a list that is being sent to a person stops once their sessions end or their password is reset', async ({
  clinic,
  door,
}) => {
  const ends: Ending[] = [
    (ctx, { id: userId }) => endUserSessions(ctx, { userId }),
    (ctx, { id: userId }) => resetPassword(ctx, { userId, password: 'a long pass phrase' }),
  ]
  const admin = await largeClinic(clinic)
  const user = await clinic.user({ role: 'admin' })
  for (const end of ends) {
    const visitor = door.visitor()
    const cookie = (await visitor.signIn(user.email)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const wire = say(door.url, head('GET /api/patients', 'Connection: close', `Cookie: ${cookie}`))
    await vi.waitUntil(() => wire.heard().length > 0, 20_000)
    wire.socket.pause()
    await end(admin, user, '')
    await sleep(RECHECK_MS + 500)
    wire.socket.resume()
    const heard = await wire.answer
    expect(heard).toMatch(/^HTTP\/1\.1 200 /)
    expect(heard.endsWith('0\r\n\r\n')).toBe(false)
  }
})

test('a slow reader whose access goes on gets the whole list', async ({ clinic, door }) => {
  const admin = await largeClinic(clinic)
  const user = await clinic.user({ role: 'admin' })
  const { secret } = await createApiKey(admin, {
    userId: user.id,
    name: 'Program',
    scopes: ['patients_read'],
  })
  const wire = say(
    door.url,
    head('GET /api/patients', 'Connection: close', `Authorization: Bearer ${secret}`),
  )
  await vi.waitUntil(() => wire.heard().length > 0, 20_000)
  wire.socket.pause()
  await sleep(RECHECK_MS + 500)
  wire.socket.resume()
  const heard = await wire.answer
  expect(heard.endsWith('0\r\n\r\n')).toBe(true)
  hangUp([wire])
})
