import * as z from 'zod/mini'

// Apart from the other inputs of users, because pages without React load it.

/**
 * The length of a password. The upper limit only bounds the cost of hashing; passwords are never truncated.
 */
export const PASSWORD = { min: 8, max: 1000 } as const

/** Shown below the field for a new password. */
export const PASSWORD_HINT = `At least ${PASSWORD.min} characters`

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

/** The second entry of the new password. Only the form asks for it; the server needs the password once. */
export const confirmPassword = z
  .string('Please confirm your password')
  .check(z.minLength(1, 'Please confirm your password'))

/** Checks that both entries of the new password are the same. */
export const passwordsMatch = z.refine<{ newPassword: string; confirmPassword: string }>(
  (form) => form.newPassword === form.confirmPassword,
  { message: "Passwords don't match", path: ['confirmPassword'] },
)

export const changePasswordForm = z
  .strictObject({ ...changePasswordInput.shape, confirmPassword })
  .check(passwordsMatch)
