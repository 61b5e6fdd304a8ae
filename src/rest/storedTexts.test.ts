import fc from 'fast-check'
import { expect } from 'vitest'
import { personName } from '#domain/text.ts'
import { anyText } from '#tests/support/anyText.ts'
import { busyTest as test } from '#tests/support/busyTest.ts'
import { expectHarmless } from '#tests/support/faults.ts'
import { runs } from '#tests/support/properties.ts'
import type { Answer, Visitor } from '#tests/support/testServer.ts'

type Json = Record<string, unknown>
type Noun = 'patient' | 'note' | 'task'
type Keys = Record<Noun, string>

/** A stored text, its maximum length, and the calls that write it. */
type Field = {
  name: string
  of: Noun
  max: number
  isRequired?: boolean
  /** A name of a person, which must not contain invisible or misleading characters: see text.test.ts. */
  isName?: boolean
  mutation: string
  /** Other fields to send. */
  also?: Json
  rest?: (keys: Keys) => [method: string, path: string]
}

const onTask = (keys: Keys): [string, string] => ['PUT', `/api/tasks/${keys.task}`]

const texts: Field[] = [
  { name: 'firstName', of: 'patient', max: 200, isRequired: true, isName: true, mutation: 'editPatient' },
  { name: 'lastName', of: 'patient', max: 200, isRequired: true, isName: true, mutation: 'editPatient' },
  { name: 'address', of: 'patient', max: 500, mutation: 'editPatient' },
  { name: 'injuryDescription', of: 'patient', max: 10_000, mutation: 'editPatient' },
  { name: 'notes', of: 'patient', max: 10_000, mutation: 'editPatient' },
  {
    name: 'consultationLocation',
    of: 'patient',
    max: 200,
    isRequired: true,
    mutation: 'scheduleConsultation',
    also: { consultationDate: '2026-03-08', consultationTime: '09:30' },
    rest: ({ patient }) => ['PUT', `/api/patients/${patient}/schedule`],
  },
  {
    name: 'content',
    of: 'note',
    max: 10_000,
    isRequired: true,
    mutation: 'editNote',
    rest: ({ patient, note }) => ['PUT', `/api/patients/${patient}/notes/${note}`],
  },
  { name: 'title', of: 'task', max: 200, isRequired: true, mutation: 'editTask', rest: onTask },
  { name: 'description', of: 'task', max: 10_000, mutation: 'editTask', rest: onTask },
]

const inputKeys = ({ of }: Field, keys: Keys): Json => {
  if (of === 'task') return { taskId: keys.task }
  return of === 'note' ? { patientId: keys.patient, noteId: keys.note } : { patientId: keys.patient }
}

/** The invalid fields in the response, or `null` if the call succeeded. */
async function written(visitor: Visitor, field: Field, text: string, keys: Keys, byRest: boolean) {
  const body = { ...field.also, [field.name]: text }
  const name = `${field.mutation.charAt(0).toUpperCase()}${field.mutation.slice(1)}Input`
  const query = `mutation ($input: ${name}!) { ${field.mutation}(input: $input) { id } }`
  const answer: Answer =
    byRest && field.rest
      ? await visitor.call(...field.rest(keys), body)
      : await visitor.call('POST', '/graphql', {
          query,
          variables: { input: { ...inputKeys(field, keys), ...body } },
        })
  const { errors, fields } = answer.json as { fields?: Json; errors?: { extensions: { fields?: Json } }[] }
  return { answer, refused: errors?.[0]?.extensions.fields ?? fields ?? null }
}

/** The text in the responses of REST and GraphQL. */
async function read(visitor: Visitor, { name, of }: Field, keys: Keys): Promise<unknown[]> {
  const paths = {
    patient: `/api/patients/${keys.patient}`,
    note: `/api/patients/${keys.patient}/notes`,
    task: '/api/tasks',
  }
  const documents = {
    patient: `query ($id: ID!) { patient(id: $id) { id ${name} } }`,
    note: `query ($id: ID!) { patientNotes(patientId: $id) { edges { node { id ${name} } } } }`,
    task: `{ tasks { edges { node { id ${name} } } } }`,
  }
  const rest = (await visitor.call('GET', paths[of])).json as Json | Json[]
  const { data } = await visitor.graphql(documents[of], { id: keys.patient })
  const [found] = Object.values(data ?? {}) as (Json & { edges?: { node: Json }[] })[]
  const nodes = found?.edges?.map(({ node }) => node) ?? [found as Json]
  const own = (rows: Json[]) => rows.find(({ id }) => id === keys[of])?.[name]
  return [own([rest].flat()), own(nodes)]
}

test('every text is returned by both APIs as typed, or refused with the name of its field', async ({
  busy,
}) => {
  const { patient, note, task } = busy.known.ids as Record<Noun, string[]>
  const keys = { patient: patient?.[2] ?? '', note: note?.[2] ?? '', task: task?.[0] ?? '' }
  const change = fc.record({ field: fc.constantFrom(...texts), text: anyText, byRest: fc.boolean() })
  await busy.holds(runs(60), change, async (_visitor, { field, text, byRest }) => {
    const { admin } = busy.visitors
    const before = await read(admin, field, keys)
    const { answer, refused } = await written(admin, field, text, keys, byRest)
    expectHarmless(answer, busy.faults)
    const typed = text.trim()
    const isKept =
      [...typed].length <= field.max &&
      typed.isWellFormed() &&
      !typed.includes('\u0000') &&
      !(field.isName && typed !== '' && !personName('Missing').safeParse(typed).success) &&
      !(field.isRequired && typed === '')
    if (isKept)
      expect([refused, ...(await read(admin, field, keys))]).toEqual([null, typed || null, typed || null])
    else
      expect([refused, await read(admin, field, keys)]).toEqual([
        { [field.name]: expect.stringMatching(/\S/) },
        before,
      ])
  })
})
