import { formatDocument } from '@urql/core'
import { print } from 'graphql'
import { expect } from 'vitest'
import { ConsentFormsDocument } from '#generated/graphql.ts'
import { test } from '#tests/support/test.ts'

test('the Consent Forms query of the browser stays within the cost limit', async ({ clinic, server }) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  // The browser's cache adds `__typename` fields, which count toward the cost.
  const { errors } = await visitor.graphql(print(formatDocument(ConsentFormsDocument)))
  expect(errors).toEqual([])
})
