import fc from 'fast-check'
import { expect } from 'vitest'
import { Failure } from '#domain/errors.ts'
import { importFields } from '#domain/imports/importColumns.ts'
import { anyText, days, nasties, noDays } from '#tests/support/anyText.ts'
import { setUpImports } from '#tests/support/importSetup.ts'
import { runs } from '#tests/support/properties.ts'
import { test } from '#tests/support/test.ts'

const headings = importFields.map((field) => (field === 'identifier' ? 'mrn' : field))
const mapping = Object.fromEntries(importFields.map((field, column) => [field, column]))
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const cell = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('Ann', 'ann@example.test', '1980-02-01', '2026-01-05', 'es', '555-0100'),
  },
  { weight: 2, arbitrary: fc.constantFrom(...nasties, ...days, ...noDays) },
  { weight: 1, arbitrary: anyText },
)
const row = fc.array(cell, { minLength: headings.length, maxLength: headings.length })
/** A valid row with one odd cell. */
const oddRow = fc
  .tuple(fc.nat(headings.length - 1), cell, fc.nat())
  .map(([at, odd, n]) => validRow(n).map((text, index) => (index === at ? odd : text)))
const validRow = (n: number) =>
  headings.map((heading) => {
    if (heading === 'email') return `p${n}@example.test`
    if (heading === 'dateOfBirth') return '1980-02-01'
    if (heading === 'dateOfInjury') return '2026-01-05'
    if (heading === 'dateOfDeath') return ''
    return heading === 'preferredLanguage' ? 'en' : `${heading} ${n}`
  })

/** Ignores a file that is refused as a whole, for example because of a control character. */
const ifRefused = (error: unknown) => {
  if (error instanceof Failure && error.code === 'invalid') return null
  throw error
}

test('an import of any rows ends, and each row is created, a duplicate or refused', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  let created = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(row, oddRow), { minLength: 1, maxLength: 30 }), async (rows) => {
      const table = [headings, ...rows].map((cells) =>
        cells.map((text) => quoted(text.toWellFormed())).join(','),
      )
      const uploaded = await imports.upload(`${table.join('\n')}\n`).catch(ifRefused)
      if (!uploaded) return
      const { id, rowsTotal } = uploaded
      const checked = await imports.check(id, { mapping, identifierSystem: 'https://other.example' })
      expect(checked).toMatchObject({ state: 'checked', rowsDone: rowsTotal })
      expect(checked.created + checked.duplicates + checked.refused).toBe(rowsTotal)
      if (checked.created === 0) return
      expect(await imports.run(id)).toMatchObject({ state: 'finished', created: checked.created })
      created += checked.created
    }),
    { numRuns: runs(6, 60) },
  )
  expect(created).toBeGreaterThan(0)
})
