/**
 * The field of a sign-in or step-up to which a typed code belongs: six digits are from the app, anything else is a recovery
 * code.
 */
export const typedFactor = (typed: string): { code: string } | { recoveryCode: string } =>
  /^\s*(\d\s*){6}$/.test(typed) ? { code: typed } : { recoveryCode: typed }
