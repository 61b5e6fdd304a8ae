import * as z from 'zod/mini'

/** Bytes of the largest file that is looked at on the page that checks forms. */
export const CHECKED_FILE_MAX = 30 * 1_048_576

export const checkSignedFormInput = z.strictObject({
  sha256: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.regex(/^[0-9a-f]{64}$/, 'Give the SHA-256 of the file as 64 hexadecimal digits'),
    ),
})
