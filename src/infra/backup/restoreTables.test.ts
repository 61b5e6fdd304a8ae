import { expect } from 'vitest'
import { test } from '#tests/support/backedUpClinic.ts'
import { backUp, contentsOf, emptyPlace, putBack } from '#tests/support/backups.ts'
import { fillEveryTable } from '#tests/support/everyTable.ts'

/** The tables whose rows are valid only on the server that wrote them. */
const leftOut = ['account_links', 'known_devices', 'secret_checks', 'sessions', 'throttles']

test('a restored backup has the same rows in every table', async ({ source: { place } }) => {
  expect(await fillEveryTable(place)).toEqual({})
  const { path } = await backUp(place)
  const before = await contentsOf(place)
  for (const [table, content] of Object.entries(before)) expect(content, table).not.toBe('0 ')
  const there = await emptyPlace()
  await putBack(there, path)
  const empty = Object.fromEntries(leftOut.map((table) => [table, '0 ']))
  expect(await contentsOf(there)).toEqual({ ...before, ...empty })
})
