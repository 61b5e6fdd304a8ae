/**
 * Every patient has a unique address (SPEC section 3). An unknown one is a placeholder in a domain that
 * cannot receive mail (RFC 2606, `.invalid`). It is stored but never shown.
 */
export const NOWHERE = '@no-email.invalid'

/** The placeholder address of the patient with this ID. */
export const placeholderAddress = (patientId: string): string => `${patientId}${NOWHERE}`

/** Whether this is a real address and not a placeholder. */
export const isAddress = (email: string): boolean => !email.toLowerCase().endsWith(NOWHERE)

/** The address for people and API callers; empty if unknown. */
export const displayEmail = (email: string): string => (isAddress(email) ? email : '')

/** 'm***@example.com', to recognize an address without revealing it. */
export const maskedAddress = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')

/** The text shown instead of an address. */
export const NO_EMAIL = 'No e-mail on file'

/** Why nothing can be sent, and the alternatives. */
const UNSENDABLE = `${NO_EMAIL}. Add one with Edit, or use Sign Here Now or Record Paper Consent.`

/** Why no form can be sent to this address; `null` if one can. */
export const unsendableReason = (email: string): string | null => (isAddress(email) ? null : UNSENDABLE)

/** The same as a server error. */
export const SENT_NOWHERE = `The consent form cannot be sent: ${UNSENDABLE}`
