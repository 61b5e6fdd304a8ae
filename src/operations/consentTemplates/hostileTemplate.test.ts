import { expect, test } from 'vitest'
import { TEMPLATE } from '#domain/consent/templateInputs.ts'
import { readTemplate } from './readTemplate.ts'

const full = (part: string) => part.repeat(Math.floor(TEMPLATE.body / part.length))

test.each([
  ['lists within lists', full('1. '), 'a list item can have only one paragraph and no nested list'],
  ['quotations within quotations', full('>'), 'a list item can have only one paragraph and no nested list'],
  ['bold within italic', full('**_'), 'there are more than 2000 bold and italic markers'],
])('%s nested thousands deep are rejected before parsing', (_, body, message) => {
  expect(readTemplate(`Text.\n\n${body}`)).toMatchObject({
    blocks: [],
    problems: [{ line: expect.any(Number), message }],
  })
})

test.each([
  ['a merge field that does not end', `{{${' '.repeat(2500)}x`, /merge field begins here/],
  ['blanks before a mark that does not end', `x${' '.repeat(19_000)}x {#core`, null],
])('%s takes no time', (_, body, message) => {
  const began = performance.now()
  const { problems } = readTemplate(body)
  if (message) expect(problems).toContainEqual({ line: 1, message: expect.stringMatching(message) })
  expect(performance.now() - began).toBeLessThan(2000)
})
