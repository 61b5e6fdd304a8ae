/**
 * A service account has the columns of a user, so it has a family name and an address. The family name tells everywhere
 * that no person did it; the address is a placeholder that no mail can reach (RFC 2606, `.invalid`) and is never shown.
 */
export const SERVICE_LAST_NAME = '(service account)'

/** Reserved for the placeholders: no person's address may end with it. */
export const SERVICE_DOMAIN = 'service.invalid'

/** The placeholder for a service account's e-mail address. */
export const serviceAddress = (userId: string): string => `${userId}@${SERVICE_DOMAIN}`

/** The address as people and programs see it: empty for a service account. */
export const displayAddress = ({ kind, email }: { kind: 'person' | 'service'; email: string }): string =>
  kind === 'service' ? '' : email
