import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessages } from '../fieldMessages.ts'
import { changePasswordForm, changePasswordInput } from './credentials.ts'
import { newUserInput } from './inputs.ts'
import { signInInput } from './signInInput.ts'

function read(schema: z.ZodMiniType, raw: object) {
  const parsed = z.safeParse(schema, raw)
  return parsed.success ? { data: parsed.data } : { fields: fieldMessages(parsed.error) }
}

test('signing in needs an e-mail address and a password', () => {
  expect(read(signInInput, { email: ' ', password: '' })).toEqual({
    fields: { email: 'Email is required', password: 'Password is required' },
  })
})

test('a password is never trimmed, an e-mail address is', () => {
  expect(read(signInInput, { email: ' sam@clinic.test ', password: ' spaces ' })).toEqual({
    data: { email: 'sam@clinic.test', password: ' spaces ' },
  })
})

test('an address with NUL is rejected before it reaches the database', () => {
  expect(read(signInInput, { email: 'sam\u0000@clinic.test', password: 'x' })).toHaveProperty('fields.email')
})

test('the messages for a new password are those of SPEC', () => {
  expect(
    read(changePasswordForm, { currentPassword: '', newPassword: 'seven77', confirmPassword: '' }),
  ).toEqual({
    fields: {
      currentPassword: 'Current password is required',
      newPassword: 'Password must be at least 8 characters',
      confirmPassword: 'Please confirm your password',
    },
  })
  expect(
    read(changePasswordForm, {
      currentPassword: 'x',
      newPassword: 'eight888',
      confirmPassword: 'eight889',
    }),
  ).toEqual({ fields: { confirmPassword: "Passwords don't match" } })
})

test.each([
  ['eight characters', 'eight888'],
  ['one class only', 'a'.repeat(64)],
  ['128 characters', 'correct horse '.repeat(9).slice(0, 128)],
  ['spaces and emoji', 'käse 🧀 brot'],
])('%s are a valid password', (_what, newPassword) => {
  expect(read(changePasswordInput, { currentPassword: 'x', newPassword })).toEqual({
    data: { currentPassword: 'x', newPassword },
  })
})

test('a new user is active staff without a password change by default', () => {
  const raw = { firstName: 'Ada', lastName: 'Byron', email: 'ada@clinic.test', password: 'eight888' }
  expect(read(newUserInput, raw)).toEqual({
    data: { ...raw, role: 'staff', firm: null, isActive: true, mustChangePassword: false },
  })
})

test('a new user needs all four fields, with the messages of SPEC', () => {
  expect(read(newUserInput, { firstName: '', lastName: '', email: 'x', password: 'short' })).toEqual({
    fields: {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Valid email is required',
      password: 'Password must be at least 8 characters',
    },
  })
})
