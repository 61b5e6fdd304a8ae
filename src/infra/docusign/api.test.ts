import { expect, onTestFinished, test } from 'vitest'
import { signingProblemOf } from '#domain/consent/signingProblem.ts'
import { openDocuSign, tooManyCalls } from '#tests/support/docusign/server.ts'

test('after a rate limit, no call is made until DocuSign accepts calls again', async () => {
  let now = new Date('2026-01-05T15:00:00Z')
  const service = await openDocuSign(() => now)
  onTestFinished(() => service.close())
  const provider = service.provider()
  const find = () => provider.find('0b6f2c1e-6a43-4f0e-9f52-0d3f4b8f1c11', now)
  const limit = tooManyCalls(429, new Date('2026-01-05T15:20:00Z'))
  service.spoil = ({ path }) => (path.includes('/envelopes') ? limit : undefined)
  await expect(find()).rejects.toThrow('takes no more calls')
  service.spoil = () => undefined
  service.calls.length = 0
  now = new Date('2026-01-05T15:19:00Z')
  const trouble = signingProblemOf(await find().catch((error: unknown) => error))
  expect(trouble).toMatchObject({ transient: true, retryAfterSeconds: 60 })
  expect(service.calls).toEqual([])
  now = new Date('2026-01-05T15:20:00Z')
  expect(await find()).toBeNull()
})

test.each(['/oauth/token', '/oauth/userinfo', '/envelopes'])(
  'a response to %s that never ends is given up',
  async (part) => {
    const service = await openDocuSign()
    onTestFinished(() => service.close())
    const find = () => service.provider().find('0b6f2c1e-6a43-4f0e-9f52-0d3f4b8f1c11', new Date())
    for (const [endless, problem] of [
      [200, 'more than Caseload accepts'],
      [500, 'not working at the moment (500)'],
    ] as const) {
      service.spoil = ({ path }) => (path.includes(part) ? { endless } : undefined)
      await expect(find()).rejects.toThrow(problem)
    }
  },
)
