import { expect, test } from 'vitest'
import { changesOf } from './changed.ts'

test('only what was changed is told, what was emptied too', () => {
  const begun = { phone: '(415) 555-0111', address: '418 Guerrero St', notes: null, duration: 60 }
  const typed = { phone: '(415) 555-0111', address: '', notes: '', duration: 30 }
  expect(changesOf(typed, begun)).toEqual({ address: '', duration: 30 })
})

test('a field that was empty and is filled in was changed', () => {
  expect(changesOf<{ phone: string }>({ phone: '1' }, {})).toEqual({ phone: '1' })
  expect(changesOf<{ phone: string }>({ phone: '1' }, { phone: null })).toEqual({ phone: '1' })
})

test('a form that says what it said is not changed', () => {
  expect(
    changesOf<{ phone: string; email: string }>({ phone: '', email: 'a@b.test' }, { email: 'a@b.test' }),
  ).toBeNull()
})
