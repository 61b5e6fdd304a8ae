import * as z from 'zod/mini'
import { storable } from '../text.ts'
import { confirmPassword, newPassword, passwordsMatch } from './credentials.ts'

/** How long the links work with which users set a password. */
export const ACCOUNT_LINK_HOURS = { invitation: 24, password_reset: 1 } as const

/** Shown for a link that is unknown, used, withdrawn or too old, which look alike. */
export const ACCOUNT_LINK_GONE =
  'This link does not work. It may have been used already, or it has expired. Get a new one under "Forgot your password?", or ask your administrator.'

/** The response to a request for a link. It is the same whether or not an account has the address. */
export const RESET_REQUESTED =
  'If this address belongs to an account with a password, we sent a link to it. The link works for one hour.'

/** Shown when no mail is set up. */
export const RESET_WITHOUT_MAIL =
  'This clinic does not send e-mail. Ask your administrator to reset your password.'

/** The secret of a link. */
export const accountLinkInput = z.strictObject({
  secret: z.string(ACCOUNT_LINK_GONE).check(z.maxLength(100, ACCOUNT_LINK_GONE), storable),
})

export const setPasswordByLinkInput = z.strictObject({ ...accountLinkInput.shape, newPassword })

export const requestPasswordResetInput = z.strictObject({
  email: z
    .string('Email is required')
    .check(z.trim(), z.minLength(1, 'Email is required'), z.maxLength(254, 'Invalid email'), storable),
})

export const setPasswordForm = z.strictObject({ newPassword, confirmPassword }).check(passwordsMatch)
