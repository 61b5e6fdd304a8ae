/** How the holder of a signing link proves who they are before the document is shown. */
export const identityChecks = ['none', 'date_of_birth', 'email_code'] as const
export type IdentityCheck = (typeof identityChecks)[number]
