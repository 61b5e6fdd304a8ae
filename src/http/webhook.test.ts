import { describe, expect, onTestFinished } from 'vitest'
import { fixedLimit, type TestClinic } from '#tests/support/clinic.ts'
import { signed } from '#tests/support/docusign/connect.ts'
import { post, test, wait } from '#tests/support/docusign/test.ts'
import { test as withoutDocuSign } from '#tests/support/test.ts'
import { openTestServer } from '#tests/support/testServer.ts'

const alerts = (clinic: TestClinic) => clinic.db.alert.findMany({ where: { type: 'webhook_rejected' } })
const ENVELOPE = '0c1e7a0e-51d8-4b6c-a3a8-0d6a1f7c9b21'

describe('a message that claims to come from DocuSign', () => {
  test('is rejected if forged, and administrators are alerted once an hour', async ({
    clinic,
    service,
    server,
  }) => {
    const admins = [await clinic.user({ role: 'admin' }), await clinic.user({ role: 'admin' })]
    await clinic.user()
    const { body, headers } = service.message(ENVELOPE, 'envelope-completed')
    const forgeries = [
      signed(body, ['a-key-that-is-not-ours-0000']),
      { body, headers: { 'Content-Type': 'application/json' } },
      { body: Buffer.concat([body, Buffer.from(' ')]), headers },
    ]
    const visitor = server.visitor()
    const burst = Array.from({ length: 4 }, () => forgeries).flat()
    const answers = await Promise.all(burst.map((message) => post(visitor, message)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(await answers[0]?.json()).toEqual({ message: 'The signature of this message is not valid' })
    expect((await alerts(clinic)).map(({ userId }) => userId).sort()).toEqual(
      admins.map(({ id }) => id).sort(),
    )
    wait(clinic, 3601)
    for (const message of forgeries) await post(visitor, message)
    expect(await alerts(clinic)).toHaveLength(4)
    expect(await clinic.db.providerEvent.count()).toBe(0)
  })

  test('counts toward the limit of the forger’s IP address and never of DocuSign’s', async ({
    clinic,
    service,
  }) => {
    const { requestLimit } = clinic.instances
    onTestFinished(() => void Object.assign(clinic.instances, { requestLimit }))
    clinic.instances.requestLimit = fixedLimit(17)
    const limited = await openTestServer(clinic)
    const good = service.message(ENVELOPE, 'envelope-sent')
    expect((await post(limited.visitor(), good)).status).toBe(200)
    const forged = await post(limited.visitor(), signed(good.body, ['a-key-that-is-not-ours-0000']))
    expect([forged.status, forged.headers.get('retry-after')]).toEqual([429, '17'])
    await limited.close()
  })

  test('is processed once if it is repeated, also for an unknown envelope', async ({
    clinic,
    service,
    server,
    runJobs,
  }) => {
    const message = service.message(ENVELOPE, 'envelope-completed')
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(server.visitor(), message)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await runJobs()
    expect((await post(server.visitor(), message)).status).toBe(200)
    const events = await clinic.db.providerEvent.findMany()
    expect(events).toMatchObject([
      { envelopeId: ENVELOPE, event: 'envelope-completed', outcome: 'unknown envelope' },
    ])
    expect(service.calls).toEqual([])
  })

  test('must have a valid body size, format and method', async ({ service, server }) => {
    const visitor = server.visitor()
    const status = async (answer: Promise<Response>) => (await answer).status
    const large = signed(Buffer.alloc(10_000_000, ' '), service.keys)
    expect(await status(post(visitor, large))).toBe(413)
    const packed = service.message(ENVELOPE, 'envelope-sent')
    expect(await status(post(visitor, packed, { 'Content-Encoding': 'gzip' }))).toBe(415)
    expect(await status(post(visitor, signed(Buffer.from('<xml/>'), service.keys)))).toBe(400)
    const template = signed(Buffer.from('{"event":"template-created","data":{}}'), service.keys)
    expect(await status(post(visitor, template))).toBe(200)
    expect(await status(visitor.fetch('/api/webhooks/docusign'))).toBe(405)
  })

  test('is rejected if its content cannot be stored, even with a valid signature', async ({
    clinic,
    service,
    server,
  }) => {
    const about = (values: { event?: string; envelopeId?: string; generatedDateTime?: string }) => {
      const { event = 'envelope-sent', envelopeId = ENVELOPE, generatedDateTime } = values
      return signed(
        Buffer.from(JSON.stringify({ event, generatedDateTime, data: { envelopeId } })),
        service.keys,
      )
    }
    for (const sign of ['\u0000', '\ud800']) {
      for (const values of [{ event: `envelope${sign}sent` }, { envelopeId: `${ENVELOPE}${sign}` }])
        expect((await post(server.visitor(), about(values))).status).toBe(400)
    }
    const moments = ['-100000-01-01T00:00:00Z', '+200000-01-01T00:00:00Z']
    for (const generatedDateTime of moments)
      expect((await post(server.visitor(), about({ generatedDateTime }))).status).toBe(200)
    const events = await clinic.db.providerEvent.findMany()
    expect(events.map(({ occurredAt }) => occurredAt)).toEqual(moments.map(() => clinic.now))
  })

  test('cannot be sent by a page of another site', async ({ service, server }) => {
    const message = service.message(ENVELOPE, 'envelope-sent')
    const answer = await post(server.visitor(), message, { Origin: 'https://evil.example' })
    expect(answer.status).toBe(403)
  })
})

withoutDocuSign('without DocuSign there is no such call', async ({ clinic, server }) => {
  const answer = await post(server.visitor(), signed(Buffer.from('{}'), ['some-connect-key-0123456789']))
  expect(answer.status).toBe(404)
  expect(await alerts(clinic)).toEqual([])
})
