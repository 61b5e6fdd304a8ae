/** How somebody with a signing link shows who they are, before the document does. */
export const identityChecks = ['none', 'date_of_birth', 'email_code'] as const
export type IdentityCheck = (typeof identityChecks)[number]
