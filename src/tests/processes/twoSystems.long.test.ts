import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { accept, refuseWith, startReceiver } from '#tests/support/receiver.ts'
import { freePort, startServer } from '#tests/support/serverProcess.ts'
import type { Caller } from './caller.ts'
import { openOtherSystem } from './otherSystem.ts'
import { brokenAuditLog, openStaffedClinic } from './staffedClinic.ts'

const PATIENTS = 10_000
const KILLS = 3
/** Random changes of each side between two kills. */
const CHANGES = 150

type Listed = { id: string; email: string; phone: string | null }

async function askAs<Data>(caller: Caller, query: string, input: object): Promise<Data> {
  const { json } = await caller('POST', '/graphql', { query, variables: { input } })
  const { data, errors } = json as { data: Data; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

/** A webhook to the receiver, for a key that reads and changes patients. */
async function connect(admin: Caller, url: string) {
  const key = await askAs<{ createServiceAccount: { secret: string; apiKey: { id: string } } }>(
    admin,
    `mutation ($input: CreateServiceAccountInput!) {
       createServiceAccount(input: $input) { secret apiKey { id } }
     }`,
    { name: 'Matters', keyName: 'Sync', scopes: ['patients_read', 'patients_write'] },
  )
  const hook = await askAs<{ createWebhook: { secret: string; webhook: { id: string } } }>(
    admin,
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { id } } }',
    { name: 'Matters', url, apiKeyId: key.createServiceAccount.apiKey.id, types: ['patient'] },
  )
  const { secret, webhook } = hook.createWebhook
  return { apiKey: key.createServiceAccount.secret, secret, webhookId: webhook.id }
}

test('two systems that both change patients end equal, with nothing lost and nothing twice', async () => {
  const port = await freePort()
  const receiver = await startReceiver(port)
  const {
    folder,
    settings,
    server: first,
    callers,
  } = await openStaffedClinic({
    WEBHOOK_PRIVATE_HOSTS: receiver.host,
  })
  let server = first
  const [admin, staff] = callers as [Caller, Caller]
  const random = Math.random
  const { apiKey, secret, webhookId } = await connect(admin, receiver.url)
  const other = openOtherSystem({ url: () => server.url, apiKey, random })
  other.verifyWith(secret)
  // The receiver is slow, down, redirecting and lying: it takes a message and breaks the connection, so that it comes again.
  receiver.answers(async (res, message) => {
    const chance = random()
    if (chance < 0.05) return refuseWith(503)(res, message)
    if (chance < 0.1) return refuseWith(307, { location: receiver.url })(res, message)
    if (chance < 0.15) return res.destroy()
    other.receive(message)
    if (chance < 0.2) return res.destroy()
    if (chance < 0.3) await sleep(300)
    return accept(res, message)
  })

  try {
    const many = (count: number, work: (n: number) => Promise<unknown>) =>
      Promise.all(
        Array.from({ length: 8 }, async (_, worker) => {
          for (let n = worker; n < count; n += 8) await work(n)
        }),
      )
    const anyName = () => {
      const names = [...other.clients.keys()]
      return names[Math.floor(random() * names.length)] as string
    }
    const phone = () => `(415) 555-${String(Math.floor(random() * 10_000)).padStart(4, '0')}`
    const startedAt = performance.now()
    await many(PATIENTS, other.add)
    const addedAt = performance.now()

    const inClinic = async () => {
      const patientId = other.clients.get(anyName())?.patientId
      const newcomer = {
        firstName: 'Ben',
        lastName: 'Walkin',
        email: `${crypto.randomUUID()}@walk-in.example`,
      }
      // The answer of a killed server is missing, and the change may be made or not.
      await (random() < 0.2
        ? staff.at(server.url)('POST', '/api/patients', newcomer)
        : staff.at(server.url)('PATCH', `/api/patients/${patientId}`, { phone: phone() })
      ).catch(() => sleep(50))
    }
    const change = (n: number) => (n % 2 === 0 ? inClinic() : other.edit(anyName(), phone()))
    for (let n = 0; n < KILLS; n += 1) {
      const changes = many(CHANGES * 2, change)
      await sleep(300 + 400 * random())
      server.child.kill('SIGKILL')
      await server.over
      server = await startServer(settings)
      await changes
    }
    const changedAt = performance.now()

    const inCaseload = async () => {
      const { json } = await admin.at(server.url)('GET', '/api/patients')
      return (json as Listed[]).map(({ id, email, phone: tel }) => `${id} ${email} ${tel}`).sort()
    }
    const inOther = () =>
      [...other.clients.values()]
        .map(({ patientId, email, phone: tel }) => `${patientId} ${email} ${tel}`)
        .sort()
    // A message that was refused twice comes again after five minutes, and later if it is refused again, so the webhook
    // is switched off and on, as a person would.
    const retryNow = async () => {
      const [late] = await folder.ask('select from webhooks where failures >= 2')
      if (!late) return
      for (const isOn of [false, true])
        expect((await admin.at(server.url)('PATCH', `/api/webhooks/${webhookId}`, { isOn })).status).toBe(200)
    }
    await expect
      .poll(
        async () => {
          await retryNow()
          return other.isIdle() && (await inCaseload()).join() === inOther().join()
        },
        { timeout: 600_000, interval: 3_000 },
      )
      .toBe(true)
    const equalAt = performance.now()

    const emails = [...other.clients.values()].map(({ email }) => email)
    expect(new Set(emails).size, 'patients that were added twice').toBe(emails.length)
    expect(emails.length).toBeGreaterThan(PATIENTS)
    expect(other.counts.forged).toBe(0)
    expect(other.counts).toMatchObject({
      repeated: expect.toSatisfy((count) => count > 0),
      conflicts: expect.toSatisfy((count) => count > 0),
      cut: expect.toSatisfy((count) => count > 0),
    })
    expect(await brokenAuditLog(settings)).toBe(null)
    const seconds = [addedAt - startedAt, changedAt - addedAt, equalAt - changedAt].map((ms) =>
      (ms / 1000).toFixed(1),
    )
    console.log(`added, changed, equal after ${seconds.join(', ')} s: ${JSON.stringify(other.counts)}`)
  } finally {
    await receiver.close()
    await server.stop()
    folder.remove()
  }
})
