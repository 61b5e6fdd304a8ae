import * as z from 'zod/mini'
import { identifier, requiredLine } from '../text.ts'
import { API_KEY_DAYS } from './apiKey.ts'
import { type ApiKeyScope, apiKeyScopes, formerScopes, scopesOfFormer } from './scopes.ts'

const daysMessage = `Choose 1 to ${API_KEY_DAYS.max} days`
const chooseScopes = 'Choose at least one scope'

const name = requiredLine('Say what the key is for', 100)
const scopes = z.array(z.enum(apiKeyScopes, 'Choose scopes from the list')).check(
  z.minLength(1, chooseScopes),
  z.maxLength(apiKeyScopes.length, 'Choose each scope once'),
  z.refine((value) => new Set(value).size === value.length, 'Choose each scope once'),
)
const expiresInDays = z.pipe(
  z.nullish(z.int(daysMessage).check(z.minimum(1, daysMessage), z.maximum(API_KEY_DAYS.max, daysMessage))),
  z.transform((days) => days ?? API_KEY_DAYS.standard),
)

/** `scope` is the former argument. It means a set of scopes and is used instead of `scopes`. */
export const createApiKeyInput = z
  .strictObject({
    userId: identifier,
    name,
    scopes: z.nullish(scopes),
    scope: z.nullish(z.enum(formerScopes, 'Choose read or write')),
    expiresInDays,
  })
  .check(
    z.refine((key) => Boolean(key.scopes) || Boolean(key.scope), {
      message: chooseScopes,
      path: ['scopes'],
    }),
    z.refine((key) => !key.scopes || !key.scope, {
      message: 'Give scopes or the former scope, not both',
      path: ['scope'],
    }),
  )

/** The requested scopes from either argument. Empty if neither was given, which the input rejects. */
export const requestedScopes = ({
  scopes,
  scope,
}: Pick<z.output<typeof createApiKeyInput>, 'scopes' | 'scope'>): ApiKeyScope[] =>
  scopes ?? (scope ? scopesOfFormer[scope] : [])

/** The input for a service account and its first key. */
export const createServiceAccountInput = z.strictObject({
  name: requiredLine('Name the service account', 100),
  ownerId: z.nullish(identifier),
  keyName: name,
  scopes,
  expiresInDays,
})

/** The limits on the GraphQL documents of a key. The number of characters is that of one document. */
export const KEY_DOCUMENTS = { max: 200, characters: 100_000 } as const

/** The GraphQL documents that a key may run, instead of those before; none to lift the limit. */
export const apiKeyDocumentsInput = z.strictObject({
  apiKeyId: identifier,
  documents: z
    .array(
      z
        .string()
        .check(z.maxLength(KEY_DOCUMENTS.characters, `Use at most ${KEY_DOCUMENTS.characters} characters`)),
    )
    .check(
      z.maxLength(KEY_DOCUMENTS.max, `A key can have at most ${KEY_DOCUMENTS.max} documents`),
      z.refine((all) => new Set(all).size === all.length, 'Give each document once'),
    ),
})

export const revokeApiKeyInput = z.strictObject({ apiKeyId: identifier })
