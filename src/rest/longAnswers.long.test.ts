import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { User } from '#infra/prisma/client.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { revokeApiKey } from '#operations/apiKeys/revokeApiKey.ts'
import type { OperationContext } from '#operations/context.ts'
import { endUserSessions } from '#operations/sessions/endSessions.ts'
import { editUser } from '#operations/users/editUser.ts'
import { resetPassword } from '#operations/users/resetPassword.ts'
import { setUserActive } from '#operations/users/setUserActive.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { hangUp, head, type SocketClient, say } from '#tests/support/hostile/sockets.ts'
import { test } from '#tests/support/test.ts'
import { cookiesOf } from '#tests/support/testServer.ts'
import { RECHECK_MS } from './route.ts'

/** Patients with such long addresses that their list exceeds the largest socket buffers of Linux, 37 MB. */
const PATIENTS = 2_500
const ADDRESS_BYTES = 32_000
/** The end of a complete response with chunked transfer encoding (RFC 9112, 7.1). A line of CSV can end in `0` too. */
const LAST_CHUNK = '\r\n0\r\n\r\n'

async function largeClinic(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin' })
  await clinic.db.$executeRaw`
    INSERT INTO patients (id, first_name, last_name, email, created_by, address)
    SELECT gen_random_uuid(), 'Maren', 'Lindqvist' || n, 'maren' || n || '@example.test', ${admin.id}::uuid,
      repeat('x', ${ADDRESS_BYTES}::int)
    FROM generate_series(1, ${PATIENTS}::int) n`
  return clinic.as(admin)
}

/** Sends a request and stops reading after the first bytes of the response. */
async function readerWhoPauses(url: string, request: string): Promise<SocketClient> {
  const client = say(url, request)
  await new Promise<void>((resolve) => {
    client.socket.once('data', () => {
      client.socket.pause()
      resolve()
    })
  })
  return client
}

type Ending = (admin: OperationContext, user: User, apiKeyId: string) => Promise<unknown>

const keyEndings: Record<string, Ending> = {
  'the API key was revoked': (admin, _user, apiKeyId) => revokeApiKey(admin, { apiKeyId }),
  'the user was deactivated': (admin, { id: userId }) => setUserActive(admin, { userId, isActive: false }),
  'the user got another role': (admin, { id: userId }) => editUser(admin, { userId, role: 'staff' }),
}
const sessionEndings: Record<string, Ending> = {
  'the sessions were ended': (admin, { id: userId }) => endUserSessions(admin, { userId }),
  'the password was reset': (admin, { id: userId }) =>
    resetPassword(admin, { userId, password: 'a long pass phrase' }),
}

test('a list or table that is being sent stops once the access of its reader has ended', async ({
  clinic,
  server,
}) => {
  const admin = await largeClinic(clinic)

  /** Ends the access of a paused client, lets it continue, and expects an incomplete response. */
  async function expectCutOff(what: string, path: string, sender: string, end: () => Promise<unknown>) {
    const client = await readerWhoPauses(server.url, head(`GET ${path}`, 'Connection: close', sender))
    await end()
    await sleep(RECHECK_MS + 500)
    client.socket.resume()
    const heard = await client.answer
    expect(heard, what).toMatch(/^HTTP\/1\.1 200 /)
    expect(heard.endsWith(LAST_CHUNK), what).toBe(false)
  }

  const byKey = ['/api/patients', '/api/reports/patients.csv'].flatMap((path) =>
    Object.entries(keyEndings).map(async ([what, end]) => {
      const user = await clinic.user({ role: 'admin' })
      const { apiKey, secret } = await createApiKey(admin, {
        userId: user.id,
        name: 'Program',
        scopes: ['patients_read', 'reports_read'],
      })
      const sender = `Authorization: Bearer ${secret}`
      await expectCutOff(`${path}, ${what}`, path, sender, () => end(admin, user, apiKey.id))
    }),
  )
  const bySession = Object.entries(sessionEndings).map(async ([what, end]) => {
    const user = await clinic.user({ role: 'admin' })
    const { headers } = await server.visitor().signIn(user.email)
    const sender = `Cookie: ${cookiesOf(headers)}`
    await expectCutOff(what, '/api/patients', sender, () => end(admin, user, ''))
  })
  await Promise.all([...byKey, ...bySession])
})

test('a slow client with continued access gets the whole list', async ({ clinic, server }) => {
  const admin = await largeClinic(clinic)
  const user = await clinic.user({ role: 'admin' })
  const { secret } = await createApiKey(admin, {
    userId: user.id,
    name: 'Program',
    scopes: ['patients_read'],
  })
  const client = await readerWhoPauses(
    server.url,
    head('GET /api/patients', 'Connection: close', `Authorization: Bearer ${secret}`),
  )
  await sleep(RECHECK_MS + 500)
  client.socket.resume()
  const heard = await client.answer
  expect(heard.endsWith(LAST_CHUNK)).toBe(true)
  hangUp([client])
})
