import { expect, test } from 'vitest'
import { makeSessionCookie } from './sessionCookie.ts'

const [old, fresh] = ['an-old-secret-of-enough-characters-0001', 'a-fresh-secret-of-enough-characters-002']
const pair = (setCookie: string) => setCookie.split(';')[0] ?? ''

test('over https the cookie is bound to this host, and scripts cannot read it', async () => {
  const cookie = await makeSessionCookie({ secrets: [old], isSecure: true }).write('a session')
  expect(cookie).toMatch(/^__Host-caseload=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(cookie.length).toBeLessThan(4096)
  expect(cookie).not.toContain('a session')
})

test('after a change of secret both open, whichever stands first, until the old one is gone', async () => {
  const sealed = pair(await makeSessionCookie({ secrets: [old], isSecure: false }).write('a session'))
  const read = (secrets: [string, ...string[]]) =>
    makeSessionCookie({ secrets, isSecure: false }).read(sealed)
  expect(await read([fresh, old])).toBe('a session')
  expect(await read([old, fresh])).toBe('a session')
  expect(await read([fresh])).toBeNull()
})

test('what is no seal of ours is nobody, again and again', async () => {
  const cookie = makeSessionCookie({ secrets: [old], isSecure: false })
  for (const header of [null, '', 'other=1', 'caseload=', 'caseload=Fe26.2*1*x', 'caseload=Fe26.2*1*x'])
    expect(await cookie.read(header)).toBeNull()
})
