import { z } from 'zod'
import { roles } from '#domain/access/actor.ts'
import { isLoopback } from '../addresses.ts'

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, search, hash } = new URL(value)
  return (protocol === 'https:' || isLoopback(hostname)) && search === '' && hash === ''
}

const provider = z.strictObject({
  /** Part of the redirect URI. */
  id: z.string().regex(/^[a-z0-9-]{1,30}$/, 'must have small letters, digits and hyphens'),
  /** Shown on the button. */
  name: z.string().min(1).max(60),
  issuer: z.string().refine(isIssuer, 'must be an https:// address'),
  clientId: z.string().min(1),
  clientSecret: z.string().min(16, 'must have at least 16 characters'),
  /** The claim with the groups or roles of the user. */
  roleClaim: z.string().min(1).default('groups'),
  /** Which value of the claim gives which role. Without entries, roles are managed in Caseload. */
  roles: z.record(z.string(), z.enum(roles)).default({}),
  /** Whether an unknown user gets an account at the first sign-in. */
  createsUsers: z.boolean().default(false),
  /** Whether connected users can no longer sign in with a password. */
  closesPasswords: z.boolean().default(false),
})

/** One OpenID Connect provider, as OIDC_PROVIDERS describes it. */
export type SignOnSettings = z.output<typeof provider>

const list = z
  .array(provider)
  .max(10)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have different ids')
  .refine(
    (all) => new Set(all.map(({ issuer }) => issuer)).size === all.length,
    'must have different issuers',
  )

function readJson(text: string, ctx: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    ctx.addIssue({ code: 'custom', message: 'must be a JSON list of providers' })
    return z.NEVER
  }
}

/** The setting with the providers. It has their secrets, so problems do not repeat its content. */
export const signOnShape = { OIDC_PROVIDERS: z.string().transform(readJson).pipe(list).optional() }
