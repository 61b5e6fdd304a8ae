import { expect, test } from 'vitest'
import { changedFields } from './changedFields.ts'

test('only changed fields are returned, including cleared ones', () => {
  const begun = { phone: '(415) 555-0111', address: '418 Guerrero St', notes: null, duration: 60 }
  const typed = { phone: '(415) 555-0111', address: '', notes: '', duration: 30 }
  expect(changedFields(typed, begun)).toEqual({ address: '', duration: 30 })
})

test('filling an empty field is a change', () => {
  expect(changedFields<{ phone: string }>({ phone: '1' }, {})).toEqual({ phone: '1' })
  expect(changedFields<{ phone: string }>({ phone: '1' }, { phone: null })).toEqual({ phone: '1' })
})

test('a form with its initial values is unchanged', () => {
  expect(
    changedFields<{ phone: string; email: string }>({ phone: '', email: 'a@b.test' }, { email: 'a@b.test' }),
  ).toBeNull()
})
