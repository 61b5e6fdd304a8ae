import { type GraphQLInputObjectType, getNamedType, isInputObjectType } from 'graphql'
import { describe, expect } from 'vitest'
import { routes } from '#rest/router.ts'
import { ways } from './calls.ts'
import { rootFieldsOf } from './documents.ts'
import { requestAs, type Transport } from './request.ts'
import { type Setup, test } from './setup.ts'
import type { Statement } from './statement.ts'
import { statementsOf, table } from './table.ts'
import { visitorNames } from './visitors.ts'

/** Fields that only the server or another call may set. */
const foreign: Record<string, unknown> = {
  id: '01a1fcf0-bbdc-730f-8d22-fb8393291341',
  role: 'admin',
  isActive: true,
  mustChangePassword: false,
  passwordHash: 'x',
  createdBy: 'me',
  createdById: '01a1fcf0-bbdc-730f-8d22-fb8393291341',
  uploadedById: '01a1fcf0-bbdc-730f-8d22-fb8393291341',
  userId: '01a1fcf0-bbdc-730f-8d22-fb8393291341',
  assignedAttorneyId: '01a1fcf0-bbdc-730f-8d22-fb8393291341',
  status: 'dropped',
  consentSignedAt: '2026-01-05T00:00:00Z',
  deletedAt: null,
  createdAt: '2026-01-05T00:00:00Z',
}

const inputOf = (field: string) =>
  getNamedType(rootFieldsOf('Mutation')[field]?.args.find(({ name }) => name === 'input')?.type)

const fieldsOf = (field: string) => Object.keys((inputOf(field) as GraphQLInputObjectType).getFields())

/** A file cannot be sent in JSON, and the signing page alone takes this one. */
const isSendable = (field: string) => field !== 'uploadAuthorityProof' && isInputObjectType(inputOf(field))

const cases = Object.entries(table.Mutation)
  .filter(([field]) => isSendable(field))
  .flatMap(([field, stated]) =>
    statementsOf(stated)
      .slice(0, 1)
      .flatMap((statement) =>
        ways('Mutation', field)
          .filter(({ route }) => route || statement.transport !== 'rest')
          .map((one) => ({
            name: one.name,
            field,
            statement,
            way: one.way,
            route: one.route,
          })),
      ),
  )

test('every input type is tested', () => {
  const tried = new Set(cases.map(({ field }) => field))
  const taking = Object.keys(rootFieldsOf('Mutation')).filter(isSendable)
  expect(taking.filter((field) => !tried.has(field))).toEqual([])
})

describe('an input with a field that only the server sets is rejected and names the field', () => {
  test.for(cases.filter(({ route }) => !route || readsBody(route)))('$name', async (one, { setup }) => {
    const extra = Object.fromEntries(
      Object.entries(foreign).filter(([name]) => !fieldsOf(one.field).includes(name)),
    )
    const { refused, changed } = await tryWith(setup, one, extra)
    expect(refused).toEqual(Object.keys(extra).sort())
    expect(changed).toEqual([])
  })
})

describe('no call can set the status Dropped', () => {
  const giving = cases.filter(({ field, route }) => {
    const status = (inputOf(field) as GraphQLInputObjectType).getFields().status
    return status && getNamedType(status.type).name === 'PatientStatus' && (!route || readsBody(route))
  })
  test.for(giving)('$name', async (one, { setup }) => {
    const { refused, changed } = await tryWith(setup, one, { status: 'dropped' })
    expect(refused).toEqual(['status'])
    expect(changed).toEqual([])
  })
})

type Try = { statement: Statement; way: Transport }

/** Sends a valid request with extra fields, as the first caller who has permission. */
async function tryWith({ fixtures, entered, server, state }: Setup, { statement, way }: Try, extra: object) {
  const name = visitorNames.find((one) => /^(allow|conflict)$/.test(statement.verdicts[one] ?? ''))
  if (!name) throw new Error('No caller has permission')
  const args = statement.ask?.(fixtures, fixtures.people.admin.id) ?? {}
  const answer = await requestAs(server, entered[name], way.question({ ...args, ...extra }))
  const changed = (await state.changed()).filter((table) => table !== 'public.throttles')
  await state.restore(changed)
  return { refused: Object.keys(fieldsIn(answer.json)).sort(), changed }
}

function fieldsIn(json: unknown): object {
  const { errors, fields } = (json ?? {}) as {
    errors?: { extensions: { fields?: object } }[]
    fields?: object
  }
  return fields ?? errors?.[0]?.extensions.fields ?? {}
}

const paramsOf = (path: string) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, key]) => [key as string, 'from the path']))

const mapped = (route: (typeof routes)[number], body: Record<string, unknown>) =>
  route.variables({ params: paramsOf(route.path), query: new URLSearchParams(), body })

/** Whether the call reads its body. A few calls accept one and ignore it. */
function readsBody(route: (typeof routes)[number]): boolean {
  return JSON.stringify(mapped(route, { more: 1 })) !== JSON.stringify(mapped(route, {}))
}

test.for(routes.filter(({ path, takesBody }) => takesBody && path.includes(':')))(
  '$method $path takes IDs from its path, even if the body has others',
  (route) => {
    const bare = mapped(route, {}).input as Record<string, unknown>
    const other = Object.fromEntries(Object.keys(bare).map((name) => [name, 'from the body']))
    expect(mapped(route, other).input).toEqual(bare)
  },
)
