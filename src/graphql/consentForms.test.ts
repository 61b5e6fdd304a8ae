import { formatDocument } from '@urql/core'
import { parse, print } from 'graphql'
import { expect } from 'vitest'
import { ConsentFormsDocument } from '#generated/graphql.ts'
import { test } from '#tests/support/test.ts'

test('the Consent Forms query of the browser stays within the cost limit', async ({ clinic, server }) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  const document =
    typeof ConsentFormsDocument === 'string' ? parse(ConsentFormsDocument) : (ConsentFormsDocument as never)
  // The browser's cache adds `__typename` fields, which count toward the cost.
  const { errors } = await visitor.graphql(print(formatDocument(document)))
  expect(errors).toEqual([])
})
