import { formatDocument } from '@urql/core'
import { parse, print } from 'graphql'
import { expect } from 'vitest'
import { ConsentFormsDocument } from '#generated/graphql.ts'
import { test } from '#tests/support/test.ts'

test('the screen of the consent forms can be read again from a browser', async ({ clinic, door }) => {
  const visitor = door.visitor()
  await visitor.signIn((await clinic.user()).email)
  const asked =
    typeof ConsentFormsDocument === 'string' ? parse(ConsentFormsDocument) : (ConsentFormsDocument as never)
  // The cache has the names of the types asked for too, which count.
  const { errors } = await visitor.graphql(print(formatDocument(asked)))
  expect(errors).toEqual([])
})
