import { expect, test } from 'vitest'
import { documentsInFile, nameOfDocument } from './manifest.ts'

const [one, two] = ['query One { me { id } }', 'mutation Two { readAllAlerts }']

test.for<[string, string, string[] | null]>([
  ['texts by hash', JSON.stringify({ a: one, b: two, c: one }), [one, two]],
  ['operations with a body', JSON.stringify({ format: 'x', operations: [{ id: 'a', body: one }] }), [one]],
  ['one document', `\n${one}\n`, [`\n${one}\n`]],
  ['one document without a name', '{ me { id } }', ['{ me { id } }']],
  ['no text', ' \n', null],
  ['an empty manifest', '{}', null],
  ['JSON of another kind', '{"a": 1}', null],
  ['operations without a body', '{"operations": [{"id": "a"}]}', null],
  ['broken JSON', '{"a": "query', null],
])('%s', ([, content, found]) => {
  expect(documentsInFile(content)).toEqual(found)
})

test('a document is called by the names of its operations', () => {
  expect(nameOfDocument(`${one} ${two}`)).toBe('One, Two')
  expect(nameOfDocument('{ me { id } }')).toBe('Without a name')
})
