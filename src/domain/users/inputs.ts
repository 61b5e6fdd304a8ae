import * as z from 'zod/mini'
import { roles } from '../access/actor.ts'
import { NOTICE_MINUTES } from '../access/session.ts'
import { RECIPIENT } from '../consent/recipients.ts'
import { SEARCH_WORDS_MAX, searchWords } from '../patients/search.ts'
import { emailAddress, identifier, LINE_MAX, optionalText, personName, storable } from '../text.ts'
import { newPassword } from './credentials.ts'
import { NO_PICTURE, PICTURE, PICTURE_TOO_LARGE } from './picture.ts'
import { SERVICE_DOMAIN } from './serviceAccount.ts'

/** An address of a person; the domain of the service accounts' placeholders is refused. */
const personAddress = emailAddress('Valid email is required').check(
  z.refine(
    (email) => !email.toLowerCase().endsWith(`@${SERVICE_DOMAIN}`),
    `Addresses at ${SERVICE_DOMAIN} are reserved for service accounts`,
  ),
)

/** The ID of one account. */
export const userInput = z.strictObject({ userId: identifier })

/** Words that must each occur in the name or e-mail address. */
export const userListInput = z.strictObject({
  search: optionalText(LINE_MAX).check(
    z.refine(
      (text) => searchWords(text ?? '').length <= SEARCH_WORDS_MAX,
      `Search for at most ${SEARCH_WORDS_MAX} words`,
    ),
  ),
})

export const endSessionInput = z.strictObject({ sessionId: identifier })

/** One session of a user, or all of them if omitted. */
export const endUserSessionsInput = z.strictObject({ userId: identifier, sessionId: z.nullish(identifier) })

/** An address as the list of blocked addresses names it. */
export const unblockAddressInput = z.strictObject({
  address: z
    .string('Address is required')
    .check(z.minLength(1, 'Address is required'), z.maxLength(64, 'Invalid address'), storable),
})

export const setUserActiveInput = z.strictObject({
  userId: identifier,
  isActive: z.boolean('Say whether the user is active'),
})

/** The user who takes over from the deleted one; by default the acting administrator. */
export const PATIENTS_NEED_ATTORNEY = 'Choose an attorney or staff member: only these can have patients'
export const CHOOSE_SUCCESSOR = 'Choose another active user as the successor'

export const deleteUserInput = z.strictObject({ userId: identifier, successorId: z.nullish(identifier) })

/** Whose work; without a user, that of all inactive users. */
export const assignedWorkInput = z.strictObject({ userId: z.nullish(identifier) })

export const reassignWorkInput = z.strictObject({
  userId: identifier,
  successorId: z.string(CHOOSE_SUCCESSOR).check(z.minLength(1, CHOOSE_SUCCESSOR)),
})

/** Omitted fields stay unchanged. */
export const editUserInput = z.strictObject({
  userId: identifier,
  firstName: z.optional(personName('First name is required')),
  lastName: z.optional(personName('Last name is required')),
  email: z.optional(personAddress),
  role: z.optional(z.enum(roles, 'Choose one of the roles')),
  firm: z.optional(optionalText(RECIPIENT.line)),
})

/** The user's own profile; omitted fields stay unchanged. */
export const editProfileInput = z.strictObject({
  firstName: z.optional(personName('First name is required')),
  lastName: z.optional(personName('Last name is required')),
  noticeMinutes: z.optional(
    z.literal(
      [...NOTICE_MINUTES.choices],
      `Choose ${NOTICE_MINUTES.choices.join(', ').replace(/, (\d+)$/, ' or $1')} minutes`,
    ),
  ),
  emailAlerts: z.optional(z.boolean('Choose on or off')),
})

/** A picture as base64. Its content is checked, not its declared type. */
export const setProfileImageInput = z.strictObject({
  contentBase64: z
    .string('Choose a picture')
    .check(
      z.minLength(1, 'Choose a picture'),
      z.maxLength(Math.ceil(PICTURE.bytes / 3) * 4, PICTURE_TOO_LARGE),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, NO_PICTURE),
    ),
})

/** The account that becomes an administrator again, from the command line. */
export const recoverAdministratorInput = z.strictObject({
  email: emailAddress('Valid email is required'),
  password: newPassword,
})

export const resetPasswordInput = z.strictObject({ userId: identifier, password: newPassword })

export const newUserInput = z.strictObject({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  email: personAddress,
  password: newPassword,
  role: z._default(z.enum(roles), 'staff'),
  firm: z.pipe(
    optionalText(RECIPIENT.line),
    z.transform((firm) => firm ?? null),
  ),
  isActive: z._default(z.boolean(), true),
  mustChangePassword: z._default(z.boolean(), false),
})

/** A new account whose user sets the password through a link. */
export const inviteUserInput = z.strictObject({
  firstName: newUserInput.shape.firstName,
  lastName: newUserInput.shape.lastName,
  email: newUserInput.shape.email,
  role: newUserInput.shape.role,
  firm: newUserInput.shape.firm,
})

/** A new account as a provider of single sign-on describes it. */
export const signOnUserInput = z.strictObject({
  firstName: newUserInput.shape.firstName,
  lastName: newUserInput.shape.lastName,
  email: newUserInput.shape.email,
})

/** A new account as an API key may make it, without a password. A person has to give one (`newUserInput`). */
export const createUserInput = z.strictObject({ ...newUserInput.shape, password: z.nullish(newPassword) })
