import type { z } from 'zod'
import { type BucketSettings, bucketFields } from '../records/bucketSettings.ts'
import { wholeNumber } from '../wholeNumber.ts'

/** A bucket with Object Lock, and how many years a copy in it is locked. */
export type LockedCopySettings = BucketSettings & { years: number }

export const lockedCopyShape = {
  EVIDENCE_S3_BUCKET: bucketFields.bucket,
  EVIDENCE_S3_REGION: bucketFields.region,
  EVIDENCE_S3_ENDPOINT: bucketFields.endpoint,
  EVIDENCE_S3_PREFIX: bucketFields.prefix,
  // Documentation is kept for six years (45 CFR 164.316(b)(2)(i)).
  EVIDENCE_S3_YEARS: wholeNumber(6, 1, 100),
}

type Parsed = z.output<z.ZodObject<typeof lockedCopyShape>>

/** The bucket of the settings, or `undefined` if none is set. */
export const lockedCopiesOf = (parsed: Parsed): LockedCopySettings | undefined =>
  parsed.EVIDENCE_S3_BUCKET
    ? {
        bucket: parsed.EVIDENCE_S3_BUCKET,
        region: parsed.EVIDENCE_S3_REGION,
        endpoint: parsed.EVIDENCE_S3_ENDPOINT,
        prefix: parsed.EVIDENCE_S3_PREFIX ?? '',
        years: parsed.EVIDENCE_S3_YEARS,
      }
    : undefined

/** The problems of options that are set without the bucket. */
export const lockedCopyProblems = (settings: Record<string, string | undefined>): string[] =>
  !settings.EVIDENCE_S3_BUCKET && (settings.EVIDENCE_S3_ENDPOINT || settings.EVIDENCE_S3_PREFIX)
    ? ['EVIDENCE_S3_ENDPOINT and EVIDENCE_S3_PREFIX need EVIDENCE_S3_BUCKET']
    : []
