import { print } from 'graphql'
import { expect } from 'vitest'
import { ConsentFormsDocument } from '#generated/graphql.ts'
import { test } from '#testing/test.ts'

test('the screen of the consent forms can be read again from a browser', async ({ clinic, door }) => {
  const visitor = door.visitor()
  await visitor.signIn((await clinic.user()).email)
  const text =
    typeof ConsentFormsDocument === 'string' ? ConsentFormsDocument : print(ConsentFormsDocument as never)
  const { errors } = await visitor.graphql(text)
  expect(errors).toEqual([])
})
