import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { PASSWORD } from '#domain/users/credentials.ts'
import { isCommonPassword } from './passwords.ts'

const isShouted = (password: string) => isCommonPassword(password.toUpperCase())

test('each of over ten thousand common passwords of sufficient length is recognized in any case', async () => {
  const long = dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD.min)
  expect(long.length).toBeGreaterThan(10_000)
  const answers = await Promise.all(long.map(isShouted))
  expect(answers.filter((isCommon) => !isCommon)).toEqual([])
})

test.each(['password', 'Password1', 'QWERTYUIOP', '12345678', 'letmein1', 'iloveyou'])(
  '%s is common',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  },
)

test.each(['a'.repeat(20), 'Clinic-demo-2026', 'correct horse battery staple', 'käse 🧀 brot'])(
  '%s is not common',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)
