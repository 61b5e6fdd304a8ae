import type { z } from 'zod'
import { type BucketSettings, bucketOf, bucketShape } from '../records/bucketSettings.ts'
import { wholeNumber } from '../wholeNumber.ts'

/** A bucket with Object Lock, and how many years a copy in it is locked. */
export type LockedCopySettings = BucketSettings & { years: number }

export const lockedCopyShape = {
  ...bucketShape('EVIDENCE'),
  // Documentation is kept for six years (45 CFR 164.316(b)(2)(i)).
  EVIDENCE_S3_YEARS: wholeNumber(6, 1, 100),
}

type Parsed = z.output<z.ZodObject<typeof lockedCopyShape>>

/** The bucket of the settings, or `undefined` if none is set. */
export function lockedCopiesOf(parsed: Parsed): LockedCopySettings | undefined {
  const bucket = bucketOf('EVIDENCE', parsed)
  return bucket && { ...bucket, years: parsed.EVIDENCE_S3_YEARS }
}
