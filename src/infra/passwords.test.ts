import { expect, test } from 'vitest'
import { makePasswords } from './passwords.ts'

test('a password is stored as salted argon2id, above OWASP’s minimum cost', async () => {
  const { hash } = await makePasswords()
  const [one, other] = await Promise.all([hash('a fresh passphrase'), hash('a fresh passphrase')])
  const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(one) ?? []
  expect(Number(m)).toBeGreaterThanOrEqual(19_456)
  expect(Number(t)).toBeGreaterThanOrEqual(2)
  expect(Number(p)).toBeGreaterThanOrEqual(1)
  expect(one).not.toBe(other)
})

test('only the exact password is accepted, and none for an unknown account', async () => {
  const { hash, verify } = await makePasswords()
  const long = `${'långt lösenord 🔑 '.repeat(8)}x`
  const kept = await hash(long)
  expect(await verify(kept, long)).toBe(true)
  expect(await verify(kept, `${long.slice(0, -1)}y`)).toBe(false)
  expect(await verify(null, 'an account that does not exist')).toBe(false)
})
