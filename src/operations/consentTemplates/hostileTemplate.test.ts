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
