/** How many recovery codes a user gets at once. */
export const RECOVERY_CODES = 10

// Crockford's alphabet: no letter looks like a digit.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16

/** Formats random bytes, one for each character, as a recovery code of 80 bits, such as `7k2m-…`. */
export const recoveryCodeFrom = (bytes: Uint8Array): string =>
  Array.from(bytes.slice(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** The random bytes that a recovery code is made of. */
export const RECOVERY_CODE_BYTES = LENGTH

/** The code for comparing: without spaces and hyphens, and with digits for letters that look like them. */
export const normalizedRecoveryCode = (typed: string): string =>
  typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
