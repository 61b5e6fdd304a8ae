import * as z from 'zod/mini'
import { isAddress } from '../patients/noEmail.ts'
import type { RecordCategory } from '../records/categories.ts'
import { emailAddress, identifier, optionalText } from '../text.ts'
import type { Scope } from './scope.ts'

/** The most recipients of one form, and the characters of each line about one. */
export const RECIPIENT = { count: 10, line: 200 } as const

/**
 * Who may receive the records under a form, as the form states it: a user, another person, or a firm. A firm without a
 * person's name means every user of that firm.
 */
export type Recipient = {
  userId: string | null
  name: string | null
  firm: string | null
  address: string | null
  /** Where a recipient without an account gets a copy of the form. It is not part of the form's text. */
  email?: string | null
}

/** The signed form that governs who may see which of a patient's records, as the patient's row stores it. */
export type SignedAuthorization = {
  requestId: string
  recipients: Recipient[]
  scope: Scope
  /** The recipients and categories for which the patient has revoked it since. */
  revoked: { recipients: Recipient[]; categories: RecordCategory[] }
}

/** The error if the sender names no recipient, no attorney is assigned and the clinic has no default recipient. */
export const NO_RECIPIENTS =
  'Name at least one recipient: this patient has no attorney, and the clinic has no default recipient'

const addressOr = (message: string) => emailAddress(message).check(z.refine(isAddress, message))

/** The e-mail address of a recipient without an account. */
export const outsideAddress = addressOr('Enter a valid e-mail address')
const optionalAddress = z.pipe(
  optionalText(),
  z.nullish(addressOr('Enter a valid e-mail address, or leave it empty')),
)

const recipient = z
  .strictObject({
    userId: z.nullish(identifier),
    name: optionalText(RECIPIENT.line),
    firm: optionalText(RECIPIENT.line),
    address: optionalText(RECIPIENT.line),
    email: optionalAddress,
  })
  .check(
    z.refine(
      ({ userId, name, firm }) => Boolean(userId || name || firm),
      'A recipient is a user, or has a name or a firm',
    ),
    z.refine(
      ({ userId, email }) => !(userId && email),
      'Give no e-mail address for a recipient who is a user: it comes from the account',
    ),
  )

/** The recipients that a sender names. Of a user, name and firm come from the account. */
export const recipientsInput = z.nullish(
  z
    .array(recipient, 'Give a list of recipients')
    .check(
      z.minLength(1, 'Name at least one recipient'),
      z.maxLength(RECIPIENT.count, `Name at most ${RECIPIENT.count} recipients`),
    ),
)

/** A recipient as the API answers it. */
type StatedRecipient = {
  userId?: string | null
  name?: string | null
  firm?: string | null
  address?: string | null
}

/** "Rae Okafor, Okafor Law, 12 Harbor Street". */
export const recipientInWords = ({ name, firm, address }: StatedRecipient): string =>
  [name, firm, address].filter(Boolean).join(', ')

/** "Rae Okafor, Okafor Law; and Lee Park", for the text of a form. */
export const recipientsInWords = (recipients: readonly StatedRecipient[], next = '; and '): string =>
  recipients.map(recipientInWords).join(next)

type Person = { id: string; firm?: string | null | undefined }

/** Whether a form names a user: the person, or the firm as a whole. */
export const namesUser = (recipients: readonly StatedRecipient[], user: Person): boolean =>
  recipients.some(
    ({ userId, name, firm }) => userId === user.id || (!userId && !name && isSameFirm(firm, user.firm)),
  )

/** Whether a form is for other attorneys than this one. A form that names only outsiders and firms is for no attorney. */
export function isForAnotherAttorney(recipients: readonly StatedRecipient[], attorneyId: string): boolean {
  const users = recipients.flatMap(({ userId }) => userId ?? [])
  return users.length > 0 && !users.includes(attorneyId)
}

/** The recipients of a form, without those for whom the patient has revoked it. */
export const currentRecipients = ({
  recipients,
  revoked,
}: Pick<SignedAuthorization, 'recipients' | 'revoked'>): Recipient[] =>
  recipients.filter((recipient) => !revoked.recipients.some((other) => isSameRecipient(recipient, other)))

/** Whether the patient has revoked the form for a user: the person, or the firm by which alone the form named them. */
export const isRevokedFor = (
  { recipients, revoked }: Pick<SignedAuthorization, 'recipients' | 'revoked'>,
  user: Person,
): boolean =>
  revoked.recipients.some(({ userId }) => userId === user.id) ||
  (namesUser(revoked.recipients, user) && !namesUser(currentRecipients({ recipients, revoked }), user))

/** Whether a form states two recipients in the same words. It does not state e-mail addresses. */
export const isSameRecipient = (one: StatedRecipient, other: StatedRecipient): boolean =>
  (['userId', 'name', 'firm', 'address'] as const).every(
    (part) => (one[part] ?? null) === (other[part] ?? null),
  )

/** The recipients of a form that another form also names, whatever their addresses. */
export const recipientsIn = (recipients: readonly Recipient[], others: readonly Recipient[]): Recipient[] =>
  recipients.filter((one) =>
    others.some((other) =>
      one.userId || other.userId
        ? one.userId === other.userId
        : folded(one.name ?? '') === folded(other.name ?? '') &&
          folded(one.firm ?? '') === folded(other.firm ?? ''),
    ),
  )

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('en-US')

const isSameFirm = (one: string | null | undefined, other: string | null | undefined) =>
  Boolean(one && other && folded(one) === folded(other))
