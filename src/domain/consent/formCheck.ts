import * as z from 'zod/mini'

/** Bytes of the largest file that is looked at on the page that checks forms. */
export const CHECKED_FILE_MAX = 30 * 1_048_576
/** Bytes of the largest file whose seal is looked at there; forms that are sealed here stay far below. */
export const SEALED_FILE_MAX = 5 * 1_048_576

const hexOfSha256 = (message: string) =>
  z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, message))

export const checkSignedFormInput = z.strictObject({
  sha256: hexOfSha256('Give the SHA-256 of the file as 64 hexadecimal digits'),
  sealedBy: z.nullish(hexOfSha256('Give the SHA-256 of the certificate as 64 hexadecimal digits')),
})

/** What the seal of a file says by itself. */
export type SealState =
  | { state: 'unsealed' }
  | { state: 'broken' }
  /** `isOurForm`: the seal itself is written exactly as ours are. */
  | { state: 'intact'; isOurForm: boolean }

/**
 * What a file is to the clinic: a form on file; sealed with a key of the clinic's but not on file; altered under such a
 * seal; under a broken seal of nobody known; or none of ours.
 */
export type FormVerdict = 'on_file' | 'sealed_by_us' | 'altered' | 'broken' | 'unknown'

/** What is on file byte for byte is ours, also a scan or a form that another provider sealed. */
export function judgeForm({
  isOnFile,
  isOurSeal,
  seal,
}: {
  isOnFile: boolean
  /** Whether the certificate that the seal names is one of the clinic's. */
  isOurSeal: boolean
  seal: SealState
}): FormVerdict {
  if (isOnFile) return 'on_file'
  if (seal.state === 'broken') return isOurSeal ? 'altered' : 'broken'
  if (seal.state === 'unsealed' || !isOurSeal) return 'unknown'
  return seal.isOurForm ? 'sealed_by_us' : 'altered'
}
