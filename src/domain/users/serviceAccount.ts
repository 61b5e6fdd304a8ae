/**
 * A service account is stored like a user, so it has a last name and an email address. The last name shows everywhere
 * that it is not a person. The address is a placeholder that cannot receive mail (RFC 2606, `.invalid`) and is never
 * shown.
 */
export const SERVICE_LAST_NAME = '(service account)'

/** The domain of the placeholders. No person's email address may end with it. */
export const SERVICE_DOMAIN = 'service.invalid'

/** The placeholder for a service account's e-mail address. */
export const serviceAddress = (userId: string): string => `${userId}@${SERVICE_DOMAIN}`

/** The email address as shown to people and programs: empty for a service account. */
export const displayAddress = ({ kind, email }: { kind: 'person' | 'service'; email: string }): string =>
  kind === 'service' ? '' : email
