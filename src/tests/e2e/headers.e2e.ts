import { readdirSync } from 'node:fs'
import { expect, test } from './support/test.ts'

// QUALITY.md S36 to S38. All other tests show that no screen violates the policy.

const onEverything = {
  'strict-transport-security': /max-age=(\d{8,}); includeSubDomains/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(no-referrer|same-origin)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
}

test('every response has the security headers, and none names its software', async ({
  context,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user())
  for (const path of [
    '/',
    '/patients',
    '/audit-logs',
    '/no-such-page',
    '/api/patients',
    '/api/nothing',
    '/graphql',
    '/healthz',
  ]) {
    const headers = (await context.request.get(path)).headers()
    for (const [name, value] of Object.entries(onEverything))
      expect.soft(headers[name], `${name} of ${path}`).toMatch(value)
    expect.soft(headers['cache-control'], path).toContain('no-store')
    expect.soft(headers, path).not.toHaveProperty('x-powered-by')
    expect.soft(headers, path).not.toHaveProperty('server')
  }
})

test('every page has a policy that allows only known scripts', async ({ context, clinic, signIn }) => {
  const paths = [
    '/',
    '/patients',
    '/change-password',
    '/no-such-page',
    '/sign/no-such-link',
    '/forwarded/no-such-link',
  ]
  await signIn(await clinic.user())
  for (const path of paths) {
    const answer = await context.request.get(path)
    const policy = parse(answer.headers()['content-security-policy'] ?? '')
    expect.soft(policy.get('default-src'), path).toEqual(["'self'"])
    for (const none of ['object-src', 'base-uri', 'frame-ancestors'])
      expect.soft(policy.get(none), path).toEqual(["'none'"])
    expect.soft(policy.get('form-action'), path).toEqual(["'self'"])
    expect.soft(policy.get('script-src')?.join(' '), path).toMatch(/^('self'|'sha(256|384|512)-[^']+'| )+$/)
  }
})

test('the document viewer pages have no origin, no network and one script', async ({ request }) => {
  const folder = new URL('../../../dist/client/viewer', import.meta.url)
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html'))
  expect(pages).toHaveLength(3)
  for (const name of pages) {
    const headers = (await request.get(`/viewer/${name}`)).headers()
    const policy = parse(headers['content-security-policy'] ?? '')
    expect.soft(policy.get('sandbox'), name).toEqual(['allow-scripts', 'allow-modals'])
    expect.soft(policy.get('default-src'), name).toEqual(["'none'"])
    expect.soft(policy.get('frame-ancestors'), name).toEqual(["'self'"])
    expect
      .soft(policy.get('script-src')?.join(' '), name)
      .toMatch(/^'sha256-[A-Za-z0-9+/]{43}='( 'wasm-unsafe-eval')?$/)
    expect.soft([...policy.keys()], name).not.toContain('connect-src')
    expect.soft(headers, name).not.toHaveProperty('access-control-allow-origin')
    expect.soft(headers['cache-control'], name).toContain('immutable')
  }
})

test('a post that is not a form, and an invalid URL, are rejected with a message on every page', async ({
  request,
}) => {
  for (const path of [
    '/',
    '/sign/x',
    '/sign/copy/x',
    '/sign/here',
    '/sign-out',
    '/change-password',
    '/verify',
    '/api-reference',
  ])
    for (const type of ['text/plain', 'application/json', 'multipart/form-data']) {
      const answer = await request.post(path, {
        data: 'hello',
        headers: { 'Content-Type': type },
        maxRedirects: 0,
      })
      expect.soft(answer.status(), `${type} to ${path}`).toBeLessThan(500)
    }
  expect((await request.get('/patients/%ff')).status()).toBe(404)
})

const parse = (policy: string) =>
  new Map(
    policy
      .split(';')
      .map((one) => one.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  )
