import { expect, test as plain } from 'vitest'
import { test } from '#tests/support/test.ts'
import { isCrossSite } from './crossSite.ts'

const ours = 'https://clinic.example'
const local = 'http://127.0.0.1:3000'

plain.each<[string, Record<string, string>, string, boolean]>([
  ['our own origin', { origin: ours }, ours, false],
  ['a foreign origin', { origin: 'https://evil.example' }, ours, true],
  [
    'a foreign origin that claims to be the same site',
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ours,
    true,
  ],
  ['a sandboxed frame', { origin: 'null' }, ours, true],
  ['an empty origin', { origin: '' }, ours, true],
  ['our name without TLS', { origin: 'http://clinic.example' }, ours, true],
  ['our name on another port', { origin: 'https://clinic.example:8443' }, ours, true],
  ['our name as the beginning of another', { origin: 'https://clinic.example.evil.test' }, ours, true],
  ['a subdomain', { origin: 'https://blog.clinic.example' }, ours, true],
  ['loopback by its other name', { origin: 'http://localhost:3000' }, local, false],
  ['loopback by its IPv6 name', { origin: 'http://[::1]:3000' }, local, false],
  ['loopback on another port', { origin: 'http://localhost:4000' }, local, true],
  ['loopback against a clinic on the net', { origin: 'http://localhost:3000' }, ours, true],
  ['a name that begins like loopback', { origin: 'http://localhost.evil.test:3000' }, local, true],
  ['no origin, the same origin by the browser’s word', { 'sec-fetch-site': 'same-origin' }, ours, false],
  ['no origin, typed by a person', { 'sec-fetch-site': 'none' }, ours, false],
  ['no origin, the same site', { 'sec-fetch-site': 'same-site' }, ours, true],
  ['no origin, another site', { 'sec-fetch-site': 'cross-site' }, ours, true],
  ['neither: no browser', {}, ours, false],
  ['another site with a token', { origin: 'https://evil.example', authorization: 'Bearer x' }, ours, false],
  ['another site with a password', { origin: 'https://evil.example', authorization: 'Basic x' }, ours, true],
])('%s', (_who, headers, publicUrl, isForeign) => {
  expect(isCrossSite({ headers }, { publicUrl })).toBe(isForeign)
})

const writes: [string, string][] = [
  ['POST', '/graphql'],
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/logout'],
  ['POST', '/api/patients'],
  ['PUT', '/api/auth/change-password'],
  ['PATCH', '/api/patients/x/status'],
  ['POST', '/'],
]

test.for(writes)(
  '%s %s from another site gets 403, with any body',
  async ([method, path], { clinic, server }) => {
    const visitor = server.visitor()
    await visitor.signIn((await clinic.user({ role: 'admin' })).email)
    const types = [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      '',
    ]
    for (const type of types) {
      const headers = { origin: 'https://evil.example', 'content-type': type }
      const answer = await visitor.call(method, path, '{"query":"mutation { signOut }"}', headers)
      expect([type, answer.status]).toEqual([type, 403])
      expect(answer.json).toEqual({ message: 'This request came from another site' })
    }
    expect(await clinic.db.session.count()).toBe(1)
  },
)
