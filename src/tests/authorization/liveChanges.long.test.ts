import { readFileSync } from 'node:fs'
import { type DocumentNode, getOperationAST, type OperationDefinitionNode, parse } from 'graphql'
import { expect } from 'vitest'
import { type Change, isTouched } from '#client/live/change.ts'
import { CHANGES, follow, type Stream } from '#tests/support/follow.ts'
import type { Fixtures } from './fixtures.ts'
import { requestAs } from './request.ts'
import { type Setup, test } from './setup.ts'
import { graphqlStatements, reads } from './stated.ts'
import { type VisitorName, visitors } from './visitors.ts'

/** Users with an open page. */
const viewers = ['admin', 'staffOther', 'attorneyAssigned'] as const
type Viewer = (typeof viewers)[number]

/** Who makes a change: the first of these who may. */
const actors = ['admin', 'staffCreator', 'attorneyAssigned', 'anonymous'] as const

/** They end sessions, so that the pages are left. */
const endSessions = /^sign(In|Here|Out)$|Session|^changePassword$/

/**
 * Changes of accounts, templates and shared views are sent only to administrators. Other users see them when they open another page or
 * return to the window.
 */
const forAdministrators = /User|Profile|Invitation|ServiceAccount|Template|View$/

/** A user's new name reaches lists, but not the chart of one patient that names the user. */
const reachesLists = 'editProfile'

/** Read when a form or a visitor's page opens, or dependent on more than the rows that are restored after each change. */
const readOnce = /_Current$|^(AuditTrailIntegrity|ClinicSetup|ImportColumns|SetPasswordPage)$/

type PageQuery = { name: string; text: string; document: DocumentNode; operation: OperationDefinitionNode }

/** The queries of the pages. */
const pageQueries: PageQuery[] = Object.values<string>(
  JSON.parse(readFileSync('graphql/generated/persisted-documents.json', 'utf8')),
).flatMap((text) => {
  const document = parse(text)
  const operation = getOperationAST(document)
  const name = operation?.name?.value ?? ''
  const isOnPage = operation?.operation === 'query' && !name.startsWith('Rest') && !readOnce.test(name)
  return isOnPage ? [{ name, text, document, operation }] : []
})

/** The variables with which a query finds something: the arguments of the table for its fields. */
function variablesFor({ operation }: PageQuery, fixtures: Fixtures, viewer: Viewer) {
  const declared = operation.variableDefinitions ?? []
  const fields = operation.selectionSet.selections.flatMap((one) =>
    one.kind === 'Field' ? one.name.value : [],
  )
  const asked = reads.filter(({ field }) => fields.includes(field)).map(({ ask }) => ask(fixtures, viewer))
  const found = [...asked, Object.assign({}, ...asked)].flatMap((args) => {
    const given: Record<string, unknown> = { input: args, first: 25, ...args }
    const named = declared.flatMap(({ variable: { name } }) =>
      name.value in given ? [[name.value, given[name.value]] as const] : [],
    )
    const isComplete = declared.every(
      ({ type, variable }) =>
        type.kind !== 'NonNullType' || named.some(([name]) => name === variable.name.value),
    )
    return isComplete ? JSON.stringify(Object.fromEntries(named)) : []
  })
  return [...new Set(found)].map((one): Record<string, unknown> => JSON.parse(one))
}

const read = async ({ server, entered }: Setup, who: VisitorName, query: string, variables: object) =>
  (await requestAs(server, entered[who], { method: 'POST', path: '/graphql', body: { query, variables } }))
    .text

/** What a viewer sees of a page. */
type View = { viewer: Viewer; query: PageQuery; variables: Record<string, unknown>; shown: string }

/** Every view that shows something, and that shows the same when it is opened again. */
async function openViews(setup: Setup): Promise<View[]> {
  const views: View[] = []
  for (const viewer of viewers)
    for (const query of pageQueries)
      for (const variables of variablesFor(query, setup.fixtures, viewer)) {
        const shown = await read(setup, viewer, query.text, variables)
        const again = await read(setup, viewer, query.text, variables)
        if (shown === again && shown.startsWith('{"data"')) views.push({ viewer, query, variables, shown })
      }
  await setup.state.restore(await setup.state.changed())
  return views
}

const changesOn = (stream: Stream): Change[] =>
  stream.arrived().map((event) => (event as { data: { changes: Change } }).data.changes)

const changes = graphqlStatements('Mutation').flatMap(({ name, way, statement }) => {
  const field = name.split(' ', 1)[0] ?? ''
  const actor = actors.find((one) => statement.verdicts[one] === 'allow')
  return actor && !endSessions.test(field) && field !== reachesLists
    ? [{ name, field, way, statement, actor }]
    : []
})

test('a change reaches every page that shows something of it', async ({ setup }) => {
  const { fixtures, entered, server, state } = setup
  const views = await openViews(setup)
  expect(views.length).toBeGreaterThan(200)
  const stale: string[] = []
  for (const { name, field, way, statement, actor } of changes) {
    const streams = {} as Record<Viewer, Stream>
    for (const viewer of viewers)
      streams[viewer] = await follow(server.visitor(), CHANGES, { headers: entered[viewer] })
    const own = fixtures.people[visitors[actor].person].id
    const args = statement.ask?.(fixtures, own) ?? {}
    expect(way.read(await requestAs(server, entered[actor], way.question(args))).code, name).toBe('data')
    const isHeard = ({ viewer, query, variables }: View) =>
      changesOn(streams[viewer]).some((change) => isTouched({ query: query.document, variables }, change))
    for (const view of views) {
      const { viewer, query, variables, shown } = view
      if (isHeard(view) || (viewer !== 'admin' && forAdministrators.test(field))) continue
      if ((await read(setup, viewer, query.text, variables)) === shown) continue
      // The change may still be on its way.
      await expect
        .poll(() => isHeard(view), { timeout: 5000 })
        .toBe(true)
        .catch(() => {
          stale.push(`${query.name} of ${viewer} after ${name}`)
        })
    }
    for (const viewer of viewers) streams[viewer].leave()
    await state.restore(await state.changed())
  }
  expect([...new Set(stale)]).toEqual([])
})
