import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dropPatientInput } from '#domain/patients/inputs.ts'
import { quoted } from '#tests/support/quotedTexts.ts'

// Checks that every text is in the built app. The spec*.e2e.ts tests check that users see them.

/** The built app: the scripts, pages and operations. */
const delivered = globSync([
  'dist/client/_astro/*.js',
  'dist/server/**/*.mjs',
  'src/{domain,operations,rest}/**/*.ts',
])
  .filter((file) => !/\.test\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8').replaceAll(/\\(['"`])/g, '$1'))
  .join('\n')

const cases = Object.entries(quoted).flatMap(([where, texts]) => texts.map((text) => ({ where, text })))

test.each(cases)('$where: "$text" is what people read', ({ text }) => {
  expect(delivered.includes(text.trim()), text).toBe(true)
})

test.each([
  ['Too short', 'Drop reason must be at least 10 characters'],
  ['x'.repeat(1001), 'Drop reason must be less than 1000 characters'],
])('a reason of %j gets the error: %s', (dropReason, message) => {
  const refused = dropPatientInput.safeParse({ patientId: crypto.randomUUID(), dropReason })
  expect(refused.error?.issues.map((issue) => issue.message)).toEqual([message])
})
