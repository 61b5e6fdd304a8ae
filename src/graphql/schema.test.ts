import { readFileSync } from 'node:fs'
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { printedSchema } from './printSchema.ts'
import { scopesOf } from './rootScopes.ts'
import { schema } from './schema.ts'

const committed = readFileSync(new URL('../../graphql/schema.graphql', import.meta.url), 'utf8')

test('the committed schema matches the code', () => {
  expect(printedSchema(), 'run npm run codegen').toBe(committed)
})

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)
/** Every element of the schema by its name. */
function elements(): [string, string | null | undefined][] {
  const found: [string, string | null | undefined][] = types.map((type) => [type.name, type.description])
  for (const type of types) {
    if (isEnumType(type)) continue
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      found.push([`${type.name}.${field.name}`, field.description])
      if ('args' in field)
        for (const argument of field.args)
          found.push([`${type.name}.${field.name}(${argument.name}:)`, argument.description])
    }
  }
  return found
}

test('every type, field, argument and input has a description', () => {
  const silent = elements().filter(([, description]) => !description)
  expect(silent.map(([name]) => name)).toEqual([])
})

test('no description only repeats the name', () => {
  const echoes = elements().filter(([name, description]) => {
    const bare = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
    return description && bare(description) === bare(name.split('.').at(-1) ?? '')
  })
  expect(echoes).toEqual([])
})

const rootFields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
  (type) => Object.values(type?.getFields() ?? {}),
)

describe('every root field has an access scope', () => {
  test.each(rootFields.map((field) => [field.name, field] as const))('%s', (_name, field) => {
    const scopes = scopesOf(field)
    expect(scopes, 'no authScopes').toBeDefined()
    expect(Object.keys(scopes ?? {})).toHaveLength(1)
    expect(['anyone', 'signedIn', 'can']).toContain(Object.keys(scopes ?? {})[0])
  })

  test('and only these need no session', () => {
    const open = rootFields.filter((field) => scopesOf(field)?.anyone).map(({ name }) => name)
    expect(open.sort()).toEqual([
      'accountLink',
      'agreeElectronically',
      'answerReminder',
      'askForPaperCopy',
      'confirmIdentity',
      'debugSession',
      'declineConsent',
      'downloadSignedCopy',
      'forwardedArchive',
      'forwardedFile',
      'forwardedView',
      'forwardingInvitation',
      'me',
      'openForwarding',
      'openSigningView',
      'readRequestOutcome',
      'reminder',
      'requestPasswordReset',
      'sendIdentityCode',
      'setPasswordByLink',
      'signConsent',
      'signIn',
      'signInWithPasskey',
      'signOut',
      'signedCopyState',
      'signedFormCheck',
      'signingInvitation',
      'signingOutcome',
      'signingProgress',
      'startPasskeyProof',
      'uploadAuthorityProof',
    ])
    const signedIn = rootFields.filter((field) => scopesOf(field)?.signedIn).map(({ name }) => name)
    expect(signedIn).toEqual(['changePassword'])
  })
})

test.each([
  'passwordHash',
  'filePath',
  'docusignEnvelopeId',
  'envelopeId',
  'linkHash',
  'idempotencyKey',
  'searchText',
  'identifierWords',
  'sid',
  'sess',
  'Session',
])('the schema has no %s', (word) => {
  expect(committed).not.toMatch(new RegExp(`\\b${word}\\b`))
})

test('every enum value has a description', () => {
  const without = types
    .filter(isEnumType)
    .flatMap((type) =>
      type.getValues().flatMap(({ name, description }) => (description ? [] : `${type.name}.${name}`)),
    )
  expect(without).toEqual([])
})

test('every deprecation says since when, and what to use instead', () => {
  const reasons = [...committed.matchAll(/@deprecated\(\s*reason: "([^"]*)"/g)].map(([, reason]) => reason)
  expect(reasons.length).toBeGreaterThan(0)
  for (const reason of reasons)
    expect(reason).toMatch(
      /^Deprecated since \d{4}-\d{2}-\d{2}; stays at least until \d{4}-\d{2}-\d{2}\. (Use|Give) /,
    )
})

test('enum values are in lower snake case', () => {
  const values = types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name))
  expect(values.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
})
