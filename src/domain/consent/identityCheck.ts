/** How the holder of a signing link proves who they are before the document is shown, weakest first. */
export const identityChecks = ['none', 'date_of_birth', 'email_code'] as const
export type IdentityCheck = (typeof identityChecks)[number]

/** Whether a check is at least as strong as the clinic's floor. */
export const meetsFloor = (check: IdentityCheck, floor: IdentityCheck): boolean =>
  identityChecks.indexOf(check) >= identityChecks.indexOf(floor)
