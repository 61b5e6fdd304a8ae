import { expect, test } from 'vitest'
import { medianDaysInWords } from './amount.ts'

test('patients who sign within hours are not said to sign in zero days', () => {
  expect([0.02, 1, 3.46].map(medianDaysInWords)).toEqual(['under 1 day', '1.0 days', '3.5 days'])
})
