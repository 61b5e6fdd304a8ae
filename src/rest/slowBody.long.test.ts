import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { BODY_SOON_MS } from '#http/body.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { revokeApiKey } from '#operations/apiKeys/revokeApiKey.ts'
import { head, say, statusIn } from '#tests/support/hostile/sockets.ts'
import { test } from '#tests/support/test.ts'

const patient = { firstName: 'Ines', lastName: 'Okafor', email: 'ines@example.test' }
const document = 'mutation($input: AddPatientInput!) { addPatient(input: $input) { id } }'
const requests: [path: string, body: object][] = [
  ['/graphql', { query: document, variables: { input: patient } }],
  ['/api/patients', patient],
]

test.for(requests)(
  '%s rejects a key that was revoked while the body was arriving',
  async ([path, values], { clinic, server }) => {
    const admin = await clinic.user({ role: 'admin' })
    const body = JSON.stringify(values)
    /**
     * Sends the headers, waits until the server has recognized the caller, calls `meanwhile`, and then sends the body.
     */
    const sendLate = async (meanwhile: (apiKeyId: string) => Promise<unknown>) => {
      const { apiKey, secret } = await createApiKey(clinic.as(admin), {
        userId: admin.id,
        name: 'Program',
        scopes: ['patients_write'],
      })
      const wire = say(
        server.url,
        head(
          `POST ${path}`,
          'Connection: close',
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          `Authorization: Bearer ${secret}`,
        ),
      )
      await vi.waitUntil(async () => {
        const { lastUsedAt } = await clinic.db.apiKey.findUniqueOrThrow({ where: { id: apiKey.id } })
        return lastUsedAt !== null
      }, 60_000)
      await meanwhile(apiKey.id)
      await sleep(BODY_SOON_MS + 300)
      wire.socket.write(body)
      return statusIn(await wire.answer)
    }

    expect(await sendLate((apiKeyId) => revokeApiKey(clinic.as(admin), { apiKeyId }))).toBe(401)
    expect(await clinic.db.patient.count()).toBe(0)
    expect(await sendLate(async () => {}), 'a key that is still good').toBeLessThan(300)
    expect(await clinic.db.patient.count()).toBe(1)
  },
)
