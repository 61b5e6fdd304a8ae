import { expect, test } from 'vitest'
import { apiKeyScopes } from '#domain/apiKeys/scopes.ts'
import { rootFields, scopeFailure } from '#graphql/rootScopes.ts'
import { schema } from '#graphql/schema.ts'
import { routes } from './router.ts'

/** What an API key can call by GraphQL only, with the reason. */
const graphqlOnly = {
  patientNames: 'names for IDs in lists that screens show; REST answers have the names',
  newForMe: 'what the dashboard shows since the user last looked',
  newSinceVisit: 'what the dashboard shows since the user last looked',
  lockedChart: 'the page of a restricted chart; locked-charts has the same name',
  savedViews: 'views of screens',
  saveView: 'views of screens',
  renameView: 'views of screens',
  updateView: 'views of screens',
  deleteView: 'views of screens',
  assignmentPreview: 'what a dialog shows before a job; the job itself says what it did',
  consentLanguagePreview: 'what a dialog shows before a job; the job itself says what it did',
  consentPreview: 'its arguments are lists of objects, which a query string cannot have',
  node: 'REST has a call for each type',
  breakGlasses: 'the list for a person’s review',
}

test('every operation that an API key can run has a REST call, or a reason why not', () => {
  const all = routes.flatMap((route) => (route.instead ? [route, route.instead.route] : [route]))
  const called = new Set(all.flatMap(({ document }) => rootFields(schema, document).map(({ name }) => name)))
  const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  )
  const viewer = { role: 'admin' as const, mustChangePassword: false, id: '' }
  const actor = { ...viewer, key: { id: '', scopes: apiKeyScopes } } as never
  const open = operations.filter(
    (field) => scopeFailure(field, null, {}) !== null && scopeFailure(field, actor, {}) === null,
  )
  const missing = open.filter(({ name }) => !called.has(name)).map(({ name }) => name)
  expect(missing.toSorted()).toEqual(Object.keys(graphqlOnly).toSorted())
})
