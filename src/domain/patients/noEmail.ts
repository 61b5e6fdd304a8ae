/**
 * Every patient has an address that is theirs alone (SPEC section 3). Of one whose address nobody knows it is a placeholder
 * in a domain that no mail can ever reach (RFC 2606, `.invalid`); it stays in the database and is shown to nobody.
 */
export const NOWHERE = '@no-email.invalid'

/** What stands in place of the address of the patient with this key. */
export const placeholderAddress = (patientId: string): string => `${patientId}${NOWHERE}`

/** Whether an address is one, and not what stands in its place. */
export const isAddress = (email: string): boolean => !email.toLowerCase().endsWith(NOWHERE)

/** The address as people and programs are told it: nothing where none is known. */
export const toldAddress = (email: string): string => (isAddress(email) ? email : '')

/** Said where an address would stand. */
export const NO_EMAIL = 'No e-mail on file'

/** Why nothing can be sent, and the ways that stay open. */
export const UNSENDABLE = `${NO_EMAIL}. Add one with Edit, or use Sign Here Now or Record Paper Consent.`

/** The same as an answer of the server. */
export const SENT_NOWHERE = `The consent form cannot be sent: ${UNSENDABLE}`
