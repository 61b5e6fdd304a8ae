import { expect, test } from 'vitest'
import { makeCookies } from './sessionCookie.ts'

const [old, fresh] = ['an-old-secret-of-enough-characters-0001', 'a-fresh-secret-of-enough-characters-002']
const pair = (setCookie: string) => setCookie.split(';')[0] ?? ''

test('over https the cookie is bound to this host, and scripts cannot read it', async () => {
  const cookie = await makeCookies({ secrets: [old], isSecure: true }).session.write('a session')
  expect(cookie).toMatch(/^__Host-caseload=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(cookie.length).toBeLessThan(4096)
  expect(cookie).not.toContain('a session')
})

test('the device cookie lasts a year, is bound to this host, and scripts cannot read it', async () => {
  const [safe, plain] = await Promise.all(
    [true, false].map((isSecure) => makeCookies({ secrets: [old], isSecure }).device.write('a device')),
  )
  expect(safe).toMatch(
    /^__Host-caseload-device=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=31536000$/,
  )
  expect(plain).toMatch(/^caseload-device=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
  expect(safe).not.toContain('a device')
})

test('cookies of both the old and the new secret work in any order, until the old secret is removed', async () => {
  const sealed = pair(await makeCookies({ secrets: [old], isSecure: false }).session.write('a session'))
  const read = (secrets: [string, ...string[]]) =>
    makeCookies({ secrets, isSecure: false }).session.read(sealed)
  expect(await read([fresh, old])).toBe('a session')
  expect(await read([old, fresh])).toBe('a session')
  expect(await read([fresh])).toBeNull()
})

test('an invalid seal is never accepted', async () => {
  const cookie = makeCookies({ secrets: [old], isSecure: false }).session
  for (const header of [null, '', 'other=1', 'caseload=', 'caseload=Fe26.2*1*x', 'caseload=Fe26.2*1*x'])
    expect(await cookie.read(header)).toBeNull()
})

test('a device cookie does not work as a session cookie, nor the reverse', async () => {
  const { session, device } = makeCookies({ secrets: [old], isSecure: false })
  const sealedSession = pair(await session.write('an id'))
  const sealedDevice = pair(await device.write('an id'))
  expect(await session.read(sealedDevice.replace('caseload-device=', 'caseload='))).toBeNull()
  expect(await device.read(sealedSession.replace('caseload=', 'caseload-device='))).toBeNull()
  expect(await device.read(`${sealedSession}; ${sealedDevice}`)).toBe('an id')
})

test('a sign-in at a provider that waits for a code survives a new secret, and is no session', async () => {
  const before = makeCookies({ secrets: [old], isSecure: false })
  const sealed = pair(await before.signOnTicket.write('a ticket'))
  const after = makeCookies({ secrets: [fresh, old], isSecure: false })
  expect(await after.signOnTicket.read(sealed)).toBe('a ticket')
  expect(await after.session.read(sealed.replace('caseload-sign-on-code=', 'caseload='))).toBeNull()
  expect(await after.signOn.read(sealed.replace('caseload-sign-on-code=', 'caseload-sign-on='))).toBeNull()
})
