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
  /** The profile in the SDK's file of credentials. */
  profile?: string | undefined
}

/** How to reach a bucket whose name comes from elsewhere, such as the command line. */
export type BucketReach = Pick<BucketSettings, 'region' | 'endpoint' | 'profile'>

const REGION = 'us-east-1'
const fields = {
  BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  REGION: z.string().default(REGION),
  ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be an address without a path, like https://s3.example.org')
    .optional(),
  PREFIX: z
    .string()
    .regex(/^[\w.-][\w./-]*$/, 'can contain only letters, digits and - _ . /')
    .optional(),
  PROFILE: z
    .string()
    .regex(/^[\w.@:-]+$/, 'must be the name of a profile')
    .optional(),
}

/** What the buckets' settings begin with. */
type BucketName = 'RECORDS' | 'EVIDENCE' | 'BACKUP'

type BucketShape<Name extends BucketName> = {
  [Field in keyof typeof fields as `${Name}_S3_${Field}`]: (typeof fields)[Field]
}

/** The checks of a bucket's settings, such as `RECORDS_S3_BUCKET` for `RECORDS`. */
export const bucketShape = <Name extends BucketName>(name: Name) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, check]) => [`${name}_S3_${field}`, check]),
  ) as BucketShape<Name>

type Parsed = Partial<Record<`${BucketName}_S3_${keyof typeof fields}`, string | undefined>>

/** The bucket in these settings; `undefined` if none is named. */
export function bucketOf(name: BucketName, parsed: Parsed): BucketSettings | undefined {
  const bucket = parsed[`${name}_S3_BUCKET`]
  if (bucket === undefined) return undefined
  return { bucket, prefix: parsed[`${name}_S3_PREFIX`] ?? '', ...reachOf(name, parsed) }
}

/** The settings without the bucket itself. */
export const reachOf = (name: BucketName, parsed: Parsed): BucketReach => ({
  region: parsed[`${name}_S3_REGION`] ?? REGION,
  endpoint: parsed[`${name}_S3_ENDPOINT`],
  profile: parsed[`${name}_S3_PROFILE`],
})

/** The problem of options that are set without their bucket, such as those of `RECORDS`. */
export const optionsWithoutBucket = (
  name: BucketName,
  given: Record<string, string | undefined>,
): string[] =>
  !given[`${name}_S3_BUCKET`] &&
  (given[`${name}_S3_ENDPOINT`] || given[`${name}_S3_PREFIX`] || given[`${name}_S3_PROFILE`])
    ? [`${name}_S3_ENDPOINT, ${name}_S3_PREFIX and ${name}_S3_PROFILE need ${name}_S3_BUCKET`]
    : []

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
  ...bucketShape('RECORDS'),
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
