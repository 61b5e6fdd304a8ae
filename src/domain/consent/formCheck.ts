import * as z from 'zod/mini'

/** The largest scan of a form on paper, in bytes. */
export const SCANNED_FORM_MAX = 30 * 1_048_576
/** The largest file, in bytes, that the form check page accepts: a sealed scan is somewhat larger than the scan in it. */
export const CHECKED_FILE_MAX = 32 * 1_048_576
/** The largest file, in bytes, whose seal is checked there. Our sealed forms are far smaller. */
export const SEALED_FILE_MAX = 5 * 1_048_576

const hexOfSha256 = (message: string) =>
  z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, message))

export const checkSignedFormInput = z.strictObject({
  sha256: hexOfSha256('Give the SHA-256 of the file as 64 hexadecimal digits'),
  sealedBy: z.nullish(hexOfSha256('Give the SHA-256 of the certificate as 64 hexadecimal digits')),
})

/** The state of a file's seal. */
export type SealState =
  | { state: 'unsealed' }
  | { state: 'broken' }
  /** `isOurForm`: the seal is encoded exactly like ours. `isScan`: it is on a file to which a scan of a form on paper is attached. */
  | { state: 'intact'; isOurForm: boolean; isScan: boolean }

/**
 * The result for a file: a form that was signed here; a scan that staff filed, which does not prove a signature; a form or a scan
 * sealed with the clinic's key but not on file; altered under such a seal; under a broken seal of unknown origin; or unknown.
 */
export type FormVerdict =
  | 'on_file'
  | 'scan_on_file'
  | 'sealed_by_us'
  | 'scan_sealed_by_us'
  | 'altered'
  | 'broken'
  | 'unknown'

/** A broken seal counts more than a file on record, because staff could have filed a scan that was already altered. */
export function judgeForm({
  onFile,
  isOurSeal,
  seal,
}: {
  /** What the database has byte for byte; `null` if it has no such file. A form can be sealed by another provider. */
  onFile: 'form' | 'scan' | null
  /** Whether the certificate that the seal names is the clinic's. */
  isOurSeal: boolean
  seal: SealState
}): FormVerdict {
  if (seal.state === 'broken') return isOurSeal ? 'altered' : 'broken'
  if (onFile) return onFile === 'form' ? 'on_file' : 'scan_on_file'
  if (seal.state === 'unsealed' || !isOurSeal) return 'unknown'
  if (!seal.isOurForm) return 'altered'
  return seal.isScan ? 'scan_sealed_by_us' : 'sealed_by_us'
}
