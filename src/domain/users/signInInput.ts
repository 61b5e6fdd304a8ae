import * as z from 'zod/mini'
import { shownFactor } from '../factors/inputs.ts'
import { storable } from '../text.ts'
import { PASSWORD } from './credentials.ts'

/** E-mail address and password, and the second factor of a user who has one. */
export const signInInput = z.strictObject({
  email: z
    .string('Email is required')
    .check(z.trim(), z.minLength(1, 'Email is required'), z.maxLength(254, 'Invalid email'), storable),
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD.max, 'Invalid password')),
  ...shownFactor,
})
