import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** The settings for one DocuSign account. */
export type DocuSignSettings = {
  /**
   * The account server: `https://account-d.docusign.com` for testing, `https://account.docusign.com` for
   * production.
   */
  accountServer: string
  accountId: string
  integrationKey: string
  /** The user on whose behalf envelopes are sent. */
  userId: string
  /** The PEM of the RSA private key whose public half is registered with the integration key. */
  privateKey: string
  /** The keys with which Connect signs its messages; any of them is accepted. */
  connectKeys: readonly string[]
}

const servers = ['https://account-d.docusign.com', 'https://account.docusign.com']
const MUST_BE_A_SERVER = `must be ${servers.join(' or ')}`
/** A DocuSign stand-in on this machine, allowed only in demo mode. */
const isLoopback = (value: string) => /^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(value)
const guid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be the id as DocuSign shows it')

/** The DocuSign settings: either all of them or none. */
export const docuSignShape = {
  DOCUSIGN_ACCOUNT_SERVER: z
    .string()
    .refine((value) => servers.includes(value) || isLoopback(value), MUST_BE_A_SERVER)
    .optional(),
  DOCUSIGN_ACCOUNT_ID: guid.optional(),
  DOCUSIGN_INTEGRATION_KEY: guid.optional(),
  DOCUSIGN_USER_ID: guid.optional(),
  DOCUSIGN_PRIVATE_KEY: z
    .string()
    .transform(readPrivateKey)
    .refine((key) => key !== null, 'must be an RSA private key in PEM, or the path of a file that holds one')
    .optional(),
  DOCUSIGN_CONNECT_KEYS: z
    .string()
    .transform((list) => list.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => key.length >= 16),
      'must be HMAC keys of Connect, with commas between',
    )
    .optional(),
}

type DocuSignVariables = { [Name in keyof typeof docuSignShape]?: unknown }
const names = Object.keys(docuSignShape) as (keyof typeof docuSignShape)[]

/** Reports missing settings if only some are set, and a stand-in outside of demo mode. */
export function docuSignProblems(settings: DocuSignVariables, mode: 'demo' | 'production'): string[] {
  const server = settings.DOCUSIGN_ACCOUNT_SERVER
  if (mode === 'production' && typeof server === 'string' && isLoopback(server))
    return [`DOCUSIGN_ACCOUNT_SERVER ${MUST_BE_A_SERVER}`]
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  const must = missing.length === 1 ? 'must be set too' : 'must be set too, or none of them'
  return [`${missing.join(', ')} ${must}: DocuSign needs all of ${names.join(', ')}`]
}

/** The combined settings, or `undefined` if DocuSign is not used. */
export function docuSignOf(
  settings: z.output<z.ZodObject<typeof docuSignShape>>,
): DocuSignSettings | undefined {
  if (settings.DOCUSIGN_ACCOUNT_SERVER === undefined) return undefined
  return {
    accountServer: settings.DOCUSIGN_ACCOUNT_SERVER,
    accountId: settings.DOCUSIGN_ACCOUNT_ID ?? '',
    integrationKey: settings.DOCUSIGN_INTEGRATION_KEY ?? '',
    userId: settings.DOCUSIGN_USER_ID ?? '',
    privateKey: settings.DOCUSIGN_PRIVATE_KEY ?? '',
    connectKeys: settings.DOCUSIGN_CONNECT_KEYS ?? [],
  }
}

/** Reads PEM, PEM on one line with `\n`, or the path of a file; `null` if it is not an RSA key. */
function readPrivateKey(value: string): string | null {
  const text = value.includes('-----BEGIN') ? value.replaceAll('\\n', '\n') : fileText(value)
  if (text === null) return null
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa' ? text : null
  } catch {
    return null
  }
}

const fileText = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)
