import { z } from 'zod'
import { readRecordKeys } from './recordKeys.ts'

/** A bucket of an S3-compatible object store. The SDK finds the credentials itself. */
export type BucketSettings = {
  bucket: string
  region: string
  /** The URL of a store that is not Amazon's. */
  endpoint: string | undefined
  /** The prefix of all keys in the bucket. */
  prefix: string
}

/** The bucket of these settings; `undefined` if none is named. */
export const bucketNamed = (
  bucket: string | undefined,
  region: string,
  endpoint: string | undefined,
  prefix = '',
): BucketSettings | undefined => (bucket === undefined ? undefined : { bucket, region, endpoint, prefix })

/** The problem of options that are set without their bucket, such as those of `RECORDS`. */
export const optionsWithoutBucket = (name: string, given: Record<string, string | undefined>): string[] =>
  !given[`${name}_S3_BUCKET`] && (given[`${name}_S3_ENDPOINT`] || given[`${name}_S3_PREFIX`])
    ? [`${name}_S3_ENDPOINT and ${name}_S3_PREFIX need ${name}_S3_BUCKET`]
    : []

/** The checks of a bucket's settings. */
export const bucketFields = {
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  region: z.string().default('us-east-1'),
  endpoint: z
    .string()
    .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be an address without a path, like https://s3.example.org')
    .optional(),
  prefix: z
    .string()
    .regex(/^[\w.-][\w./-]*$/, 'can contain only letters, digits and - _ . /')
    .optional(),
}

/** The environment variables for the master keys and the bucket. */
export const recordsShape = {
  RECORDS_KEY: z
    .string()
    .transform(readRecordKeys)
    .refine(
      (keys) => keys !== null,
      "must be a key of 32 bytes in base64; make one with 'openssl rand -base64 32'",
    )
    .optional(),
  RECORDS_S3_BUCKET: bucketFields.bucket,
  RECORDS_S3_REGION: bucketFields.region,
  RECORDS_S3_ENDPOINT: bucketFields.endpoint,
  RECORDS_S3_PREFIX: bucketFields.prefix,
}

/** Returns the problems with the settings: a bucket without a key, or options of a bucket without the bucket. */
export function bucketProblems(settings: Record<string, string | undefined>): string[] {
  const { RECORDS_S3_BUCKET: bucket, RECORDS_KEY: key } = settings
  if (bucket && !key)
    return [
      "RECORDS_S3_BUCKET needs RECORDS_KEY: every machine must decrypt what another one encrypted; make a key with 'openssl rand -base64 32'",
    ]
  return optionsWithoutBucket('RECORDS', settings)
}

type BucketVariables = z.output<z.ZodObject<typeof recordsShape>>

/** The bucket in the settings, or `undefined`. */
export const bucketOf = (settings: BucketVariables): BucketSettings | undefined =>
  bucketNamed(
    settings.RECORDS_S3_BUCKET,
    settings.RECORDS_S3_REGION,
    settings.RECORDS_S3_ENDPOINT,
    settings.RECORDS_S3_PREFIX,
  )
