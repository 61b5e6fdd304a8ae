import { expect } from 'vitest'
import { schema } from '#graphql/schema.ts'
import { type NodeTypeName, nodeTypeNames } from '#operations/nodes/readNode.ts'
import { selectionFor } from './documents.ts'
import type { Fixtures } from './fixtures.ts'
import { requestAs } from './request.ts'
import { test } from './setup.ts'
import type { VisitorName } from './visitors.ts'

type Case = {
  /** The field that opens the type, and its arguments. */
  field: string
  ask: (fixtures: Fixtures) => Record<string, string>
  as?: VisitorName
}

const byId = (field: string, of: (fixtures: Fixtures) => { id: string }): Case => ({
  field,
  ask: (fixtures) => ({ id: of(fixtures).id }),
})

const cases: Record<NodeTypeName, Case> = {
  Account: byId('user', ({ people }) => people.colleague),
  Alert: { ...byId('alert', ({ creatorsAlert }) => creatorsAlert), as: 'staffCreator' },
  Appointment: byId('appointment', ({ appointment }) => appointment),
  AuditLog: byId('auditLog', ({ auditRow }) => auditRow),
  BulkJob: byId('bulkJob', ({ bulkJobOf, people }) => ({
    id: bulkJobOf.exported[people.admin.id]?.id ?? '',
  })),
  Patient: byId('patient', ({ chart }) => chart),
  PatientImport: byId('patientImport', ({ patientFile }) => patientFile),
  PatientNote: {
    field: 'patientNote',
    ask: ({ chart, note }) => ({ patientId: chart.id, noteId: note.id }),
  },
  PatientRecord: {
    field: 'patientRecord',
    ask: ({ chart, record }) => ({ patientId: chart.id, recordId: record.id }),
  },
  Task: byId('task', ({ task }) => task),
}

/** Reading these shows no patient data. */
const unrecorded: readonly NodeTypeName[] = ['BulkJob', 'PatientImport']

test('the types of `Node` are those that can be read as one', () => {
  const types = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name)
  expect(types.sort()).toEqual([...nodeTypeNames].sort())
})

test.for(nodeTypeNames)(
  'a node of the type %s has the same fields and audit rows as by the field of that type',
  async (type, { setup, opened }) => {
    const { server, state, fixtures, entered } = setup
    const { field, ask, as = 'admin' } = cases[type]
    const args = ask(fixtures)
    const selection = selectionFor(type, 2)
    const newest = await opened.db.auditLog.findFirstOrThrow({ orderBy: { id: 'desc' } })
    const run = async (query: string, variables: object) => {
      const body = { query, variables }
      const { json } = await requestAs(server, entered[as], { method: 'POST', path: '/graphql', body })
      const recorded = await opened.db.auditLog.findMany({
        where: { id: { gt: newest.id } },
        select: { action: true, resourceType: true, resourceId: true, patientId: true },
      })
      await state.restore(await state.changed())
      const { data, errors } = json as { data: Record<string, object>; errors?: unknown }
      expect(errors, query).toBeUndefined()
      return { object: Object.values(data)[0], recorded }
    }
    const names = Object.keys(args)
    const declared = names.map((name) => `$${name}: ID!`)
    const passed = names.map((name) => `${name}: $${name}`)
    const own = await run(`query(${declared}) { ${field}(${passed}) ${selection} }`, args)
    expect(own.recorded.length).toBe(unrecorded.includes(type) ? 0 : 1)
    const id = args.noteId ?? args.recordId ?? args.id
    const node = await run(`query($id: ID!) { node(id: $id) { __typename ... on ${type} ${selection} } }`, {
      id,
    })
    expect(node).toEqual({ ...own, object: { __typename: type, ...own.object } })
  },
)
