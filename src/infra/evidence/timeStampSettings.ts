import type { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { certificatesIn } from '../pemCertificates.ts'

/** The time-stamp services to ask, and the certificates that vouch for them. */
export type TimeStampSettings = { services: readonly URL[]; roots: readonly X509Certificate[] }

const SERVICES_MAX = 5

const readServices = (list: string): URL[] | null => {
  const addresses = list.split(',').map((one) => one.trim())
  if (!addresses.every((one) => URL.canParse(one))) return null
  return addresses.map((one) => new URL(one))
}

/** A time stamp is signed, and a request has only a hash, so services may use plain http. */
const isUsable = (services: URL[]): boolean =>
  services.every(({ protocol }) => protocol === 'http:' || protocol === 'https:') &&
  new Set(services.map(({ host }) => host)).size === services.length

export const timeStampShape = {
  TIME_STAMP_URLS: z
    .string()
    .transform(readServices)
    .refine(
      (services) => services !== null && services.length <= SERVICES_MAX && isUsable(services),
      `must be at most ${SERVICES_MAX} addresses on different hosts, separated by commas`,
    )
    .optional(),
  TIME_STAMP_ROOTS: z
    .string()
    .transform(certificatesIn)
    .refine((roots) => roots !== null, 'must be certificates in PEM')
    .optional(),
}

type Parsed = {
  TIME_STAMP_URLS?: URL[] | null | undefined
  TIME_STAMP_ROOTS?: X509Certificate[] | null | undefined
}

/** The services of the settings, or `undefined` if none are set. */
export const timeStampsOf = ({
  TIME_STAMP_URLS: services,
  TIME_STAMP_ROOTS: roots,
}: Parsed): TimeStampSettings | undefined => (services && roots ? { services, roots } : undefined)

export const timeStampProblems = (variables: Record<string, string | undefined>): string[] =>
  Boolean(variables.TIME_STAMP_URLS) === Boolean(variables.TIME_STAMP_ROOTS)
    ? []
    : [
        'TIME_STAMP_URLS and TIME_STAMP_ROOTS need each other: the services, and the certificates that vouch for them',
      ]
