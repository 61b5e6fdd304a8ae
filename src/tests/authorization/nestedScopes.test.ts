import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { expect } from 'vitest'
import type { ApiKeyScope } from '#domain/apiKeys/scopes.ts'
import { actionsOfTypes } from '#graphql/nestedScopes.ts'
import { counting } from './check.ts'
import { objectTypes } from './documents.ts'
import { alone, test, without } from './keySetup.ts'
import { requestAs } from './request.ts'

const THEM = '{ id firstName lastName }'

/** Nested objects that need a scope in addition to the root field's, with a denied and an allowed selection. */
const nested: [ApiKeyScope, ApiKeyScope, refused: string, allowed: string][] = [
  [
    'tasks_read',
    'patients_read',
    'tasks { edges { node { patient { phone } } } }',
    `tasks { edges { node { patient ${THEM} } } }`,
  ],
  [
    'appointments_read',
    'patients_read',
    'appointments { edges { node { patient { dateOfBirth } } } }',
    `appointments { edges { node { patient ${THEM} } } }`,
  ],
  [
    'records_read',
    'patients_read',
    'legalHolds { edges { node { patient { status } } } }',
    `legalHolds { edges { node { patient ${THEM} } } }`,
  ],
  [
    'audit_read',
    'patients_read',
    'breakGlasses { edges { node { patient { email } } } }',
    `breakGlasses { edges { node { patient ${THEM} } } }`,
  ],
  [
    'patients_read',
    'records_read',
    'patients { edges { node { legalHolds { reason } } } }',
    'patients { edges { node { newestConsentRequest { state } } } }',
  ],
  [
    'patients_read',
    'records_read',
    'patients { edges { node { openRequests { details } } } }',
    'patients { edges { node { newestConsentRequest { id } } } }',
  ],
  [
    'tasks_read',
    'patients_read',
    'tasks { edges { node { patient { newestConsentRequest { state } } } } }',
    'tasks { edges { node { assignedTo { lastName } } } }',
  ],
]

test.for(nested)(
  '%s is not enough for a selection that also needs %s: %s',
  async ([own, other, refused, allowed], { setup }) => {
    const { server, state } = setup
    const ask = async (headers: Record<string, string>, selection: string) => {
      const query = `query { ...F } fragment F on Query { a: ${selection} }`
      const { json } = await requestAs(server, headers, { method: 'POST', path: '/graphql', body: { query } })
      const { data, errors } = json as { data?: unknown; errors?: { extensions: { code: string } }[] }
      const rows = await state.recorded()
      await state.restore(await state.changed())
      return {
        hasData: Boolean(data),
        code: errors?.[0]?.extensions.code,
        recorded: rows.map(({ action }) => action),
      }
    }
    expect(await ask(alone(own), refused)).toEqual({
      hasData: false,
      code: 'forbidden',
      recorded: ['denied'],
    })
    expect(await ask(alone(own), allowed)).toMatchObject({ hasData: true, code: undefined })
    expect(await ask(without(other), refused)).toMatchObject({ hasData: false, code: 'forbidden' })
    expect(await ask(without(null), refused)).toMatchObject({ hasData: true, code: undefined })
  },
)

test('an object that is read as a node needs the scope of its type', async ({ setup }) => {
  const { server, state, fixtures } = setup
  const codeOf = async (headers: Record<string, string>, selection: string, fragments = '') => {
    const query = `query($id: ID!) { node(id: $id) { ${selection} } } ${fragments}`
    const body = { query, variables: { id: fixtures.task.id } }
    const { json } = await requestAs(server, headers, { method: 'POST', path: '/graphql', body })
    await state.restore(await state.changed())
    return (json as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code
  }
  const own = alone('tasks_read')
  expect(await codeOf(own, 'id ... on Task { title }')).toBeUndefined()
  expect(await codeOf(own, `... on Task { patient ${THEM} }`)).toBeUndefined()
  expect(await codeOf(without('tasks_read'), 'id')).toBe('not_found')
  const task = 'fragment Any on Node { ...One } fragment One on Task'
  for (const [selection, fragments] of [
    ['... on Task { patient { phone } }', ''],
    ['... on Patient { phone }', ''],
    ['... on Node { ... on Task { patient { phone } } }', ''],
    ['...Any', `${task} { patient { phone } }`],
    ['... on Task { patient { ... on Node { ... on Patient { phone } } } }', ''],
  ] as const)
    expect(await codeOf(own, selection, fragments), selection).toBe('forbidden')
  expect(await codeOf(own, '...Any', `${task} { patient ${THEM} }`)).toBeUndefined()
})

test('a mutation changes nothing if its selection needs a missing scope', async ({ setup }) => {
  const { server, state, fixtures } = setup
  const query = `mutation($input: EditTaskInput!) { editTask(input: $input) { id patient { phone } } }`
  const variables = { input: { taskId: fixtures.task.id, status: 'completed' } }
  const { json } = await requestAs(server, alone('tasks_write'), {
    method: 'POST',
    path: '/graphql',
    body: { query, variables },
  })
  expect(json).toMatchObject({
    errors: [
      {
        message: 'The scopes of this API key do not open Patient.phone',
        extensions: { code: 'forbidden' },
      },
    ],
  })
  const changed = await state.changed()
  expect(changed.filter((name) => !counting.includes(name))).toEqual([])
  await state.restore(changed)
})

/** Types without their own scope: parts of their parent object, or a user's name. */
const parts = [
  'User',
  'Recipient',
  'AuthorizationScope',
  'PartialRevocation',
  'RecipientCopy',
  'Identifier',
  'ChartRestriction',
  'ConsentLetter',
  'ConsentRevocation',
  'ForwardedRecord',
  'PatientImportMapping',
]

test('every nested type has its own action or is listed as a part', () => {
  const hanging = objectTypes()
    .filter(({ name }) => name in actionsOfTypes)
    .flatMap((type: GraphQLObjectType) => Object.values(type.getFields()))
    .map((field) => getNamedType(field.type))
    .filter((type) => isObjectType(type) && !(type.name in actionsOfTypes))
  expect([...new Set(hanging.map(({ name }) => name))].sort()).toEqual(parts.sort())
  expect(
    Object.keys(actionsOfTypes).filter((name) => !objectTypes().some((type) => type.name === name)),
  ).toEqual([])
})
