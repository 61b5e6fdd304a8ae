import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** How Caseload reaches one account of DocuSign. */
export type DocuSignSettings = {
  /** Where tokens are given out: `https://account-d.docusign.com` for trying, `https://account.docusign.com` for real. */
  accountServer: string
  accountId: string
  integrationKey: string
  /** The user in whose name envelopes are sent. */
  userId: string
  /** PEM of the RSA key whose public half the integration key knows. */
  privateKey: string
  /** Keys that Connect signs its messages with; any of them is good. */
  connectKeys: readonly string[]
}

const servers = ['https://account-d.docusign.com', 'https://account.docusign.com']
const MUST_BE_A_SERVER = `must be ${servers.join(' or ')}`
/** A stand-in for DocuSign on this machine, for the demo alone. */
const isLoopback = (value: string) => /^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(value)
const guid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be the id as DocuSign shows it')

/** The settings for DocuSign: all of them, or none. */
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

type Given = { [Name in keyof typeof docuSignShape]?: unknown }
const names = Object.keys(docuSignShape) as (keyof typeof docuSignShape)[]

/** Names what is missing where only some of them are set, and a stand-in where patients are real. */
export function docuSignProblems(given: Given, mode: 'demo' | 'production'): string[] {
  const server = given.DOCUSIGN_ACCOUNT_SERVER
  if (mode === 'production' && typeof server === 'string' && isLoopback(server))
    return [`DOCUSIGN_ACCOUNT_SERVER ${MUST_BE_A_SERVER}`]
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  const must = missing.length === 1 ? 'must be set too' : 'must be set too, or none of them'
  return [`${missing.join(', ')} ${must}: DocuSign needs all of ${names.join(', ')}`]
}

/** The settings as one, or `undefined` where DocuSign is not used. */
export function docuSignOf(given: z.output<z.ZodObject<typeof docuSignShape>>): DocuSignSettings | undefined {
  if (given.DOCUSIGN_ACCOUNT_SERVER === undefined) return undefined
  return {
    accountServer: given.DOCUSIGN_ACCOUNT_SERVER,
    accountId: given.DOCUSIGN_ACCOUNT_ID ?? '',
    integrationKey: given.DOCUSIGN_INTEGRATION_KEY ?? '',
    userId: given.DOCUSIGN_USER_ID ?? '',
    privateKey: given.DOCUSIGN_PRIVATE_KEY ?? '',
    connectKeys: given.DOCUSIGN_CONNECT_KEYS ?? [],
  }
}

/** PEM, PEM on one line with `\n` written out, or a file's path; `null` for anything that is no RSA key. */
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
