import { expect, test } from 'vitest'
import { mapAddress } from './places.ts'

test('a place leads to a map, with its text in one parameter', () => {
  expect(mapAddress('12 Main St & 3rd, #4')).toBe(
    'https://maps.google.com/maps?q=12%20Main%20St%20%26%203rd%2C%20%234',
  )
})

test('a link to a video call leads to no map', () => {
  expect(mapAddress('https://meet.example/abc')).toBeNull()
})
