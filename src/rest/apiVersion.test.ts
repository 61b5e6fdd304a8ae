import { expect } from 'vitest'
import { API_VERSION, UNKNOWN_VERSION } from '#domain/apiVersion.ts'
import { test } from '#tests/support/test.ts'

const calls = [
  ['GET', '/api/patients', undefined, 400],
  // As for every other error of GraphQL.
  ['POST', '/graphql', { query: '{ me { role } }' }, 200],
] as const

test.for(calls)(
  '%s %s names its version and refuses an unknown one',
  async ([method, path, body, refused], { clinic, server }) => {
    const visitor = server.visitor()
    await visitor.signIn((await clinic.user()).email)
    const asking = (version?: string) =>
      visitor.call(method, path, body, version === undefined ? {} : { 'api-version': version })
    for (const version of [undefined, API_VERSION]) {
      const { status, headers } = await asking(version)
      expect(status).toBe(200)
      expect(headers.get('api-version')).toBe(API_VERSION)
    }
    for (const wrong of ['2020-01-01', '1', '']) {
      const { status, text } = await asking(wrong)
      expect(status, wrong).toBe(refused)
      expect(text, wrong).toContain(UNKNOWN_VERSION)
      expect(text, wrong).toContain('"API-Version":')
    }
  },
)
