import * as z from 'zod/mini'

// Apart from the other inputs of users, because pages without React load it.

/**
 * The length of a password. The upper limit only bounds the cost of hashing; passwords are never truncated.
 */
export const PASSWORD = { min: 8, max: 1000 } as const

export const newPassword = z
  .string('Password must be at least 8 characters')
  .check(
    z.minLength(PASSWORD.min, 'Password must be at least 8 characters'),
    z.maxLength(PASSWORD.max, `Password must be at most ${PASSWORD.max} characters`),
  )

export const changePasswordInput = z.strictObject({
  currentPassword: z
    .string('Current password is required')
    .check(z.minLength(1, 'Current password is required'), z.maxLength(PASSWORD.max, 'Invalid password')),
  newPassword,
})

/** The form asks for the new password twice; the server needs it once. */
export const changePasswordForm = z
  .strictObject({
    ...changePasswordInput.shape,
    confirmPassword: z
      .string('Please confirm your password')
      .check(z.minLength(1, 'Please confirm your password')),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      message: "Passwords don't match",
      path: ['confirmPassword'],
    }),
  )
