import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessages, plainError } from './fieldMessages.ts'

const input = z.strictObject({
  name: z.string('Name is required'),
  parts: z.optional(z.array(z.strictObject({}))),
})

const messagesFor = (value: unknown) => {
  const { error } = z.safeParse(input, value)
  if (!error) throw new Error('The input is valid')
  return fieldMessages(error)
}
const unknown = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`extra${from + index}`, 1]))

test('each of a few unknown fields is named', () => {
  expect(messagesFor({ ...unknown(2) })).toEqual({
    name: 'Name is required',
    extra0: 'Unknown field: extra0',
    extra1: 'Unknown field: extra1',
  })
})

test('of many unknown fields twenty are named, and the rest are counted', () => {
  const parts = Array.from({ length: 10 }, (_, index) => unknown(1000, 1000 * index))
  for (const value of [unknown(10_000), { parts }]) {
    const messages = messagesFor({ name: 'Ines', ...value })
    expect(Object.keys(messages)).toEqual(Object.keys(unknown(20)))
    expect(messages.extra18).toBe('Unknown field: extra18')
    expect(messages.extra19).toBe('Unknown field: extra19 and 9980 more')
  }
})

test('of many wrong fields a hundred get a message', () => {
  const messages = messagesFor({ name: 'Ines', parts: Array(10_000).fill(1) })
  expect(Object.keys(messages)).toHaveLength(100)
})

test('a long unknown name is cut off', () => {
  const short = `${'x'.repeat(60)}…`
  expect(messagesFor({ name: 'Ines', ['x'.repeat(100_000)]: 1 })).toEqual({
    [short]: `Unknown field: ${short}`,
  })
})

const bare = z.strictObject({
  id: z.string().check(z.minLength(2), z.maxLength(4)),
  ids: z.array(z.string()).check(z.maxLength(2)),
  count: z.int().check(z.maximum(9)),
  isOral: z.boolean(),
  kind: z.enum(['read', 'write']),
  at: z.union([z.iso.date(), z.null()]),
})
const right = { id: 'one', ids: [], count: 1, isOral: true, kind: 'read', at: null }

test.each([
  [{ id: 7 }, 'id must be text'],
  [{ id: null }, 'id is required'],
  [{ id: undefined }, 'id is required'],
  [{ id: 'x' }, 'id must have at least 2 characters'],
  [{ id: 'x'.repeat(5) }, 'id must have at most 4 characters'],
  [{ ids: 'x' }, 'ids must be a list'],
  [{ ids: ['x', 7] }, 'ids.1 must be text'],
  [{ ids: ['x', 'y', 'z'] }, 'ids must have at most 2 entries'],
  [{ count: 1.5 }, 'count must be a whole number'],
  [{ count: 10 }, 'count must be at most 9'],
  [{ isOral: 'yes' }, 'isOral must be true or false'],
  [{ kind: 'all' }, 'kind must be one of: read, write'],
  [{ at: 'tomorrow' }, 'at is not valid'],
])('a value that no schema explains is explained: %j', (wrong, message) => {
  const { error } = z.safeParse(bare, { ...right, ...wrong }, { error: plainError })
  expect(error && Object.values(fieldMessages(error))).toEqual([message])
})
