import { expect, test } from 'vitest'
import { isMadeOfNames } from './guessablePassword.ts'

const known = {
  firstName: 'Ana María',
  lastName: "O'Brien",
  email: 'ana.obrien7@harborclinic.test',
  clinicName: 'Harbor Street Clinic',
}

test.each([
  'Harbor Street Clinic 2026',
  'harborstreetclinic',
  '2026Harbor!',
  'Street-1999',
  'clinic2026',
  'HSC-20261121',
  'Caseload1!',
  'ana.obrien7@harborclinic.test',
  'ANA.OBRIEN7@HARBORCLINIC.TEST',
  'ana.obrien2026',
  'Ana María 1',
  'Ana María 1',
  "O'Brien1984",
  'AnaMaríaObrien',
  'obrien_ana_maría_12345',
])('%s consists of names', (password) => {
  expect(isMadeOfNames(password, known)).toBe(true)
})

test.each([
  'Clinic-demo-2026',
  'harbor lights at dusk',
  'a'.repeat(20),
  '20261121',
  '!!!!!!!!',
  'anna and the brick house',
  'käse 🧀 brot',
])('%s does not', (password) => {
  expect(isMadeOfNames(password, known)).toBe(false)
})

test('a name without letters causes no password to be rejected', () => {
  const odd = { ...known, clinicName: '24/7', lastName: '…', firstName: '1' }
  expect(isMadeOfNames('19840131', odd)).toBe(false)
})
