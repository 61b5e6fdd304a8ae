import { expect, test } from 'vitest'
import { holdsSearch, viewQuery } from './savedView.ts'

test('a view keeps filters and order, and drops page, patient and its own name', () => {
  expect(
    viewQuery('?direction=asc&sort=name&status=dropped&after=x&patient=1&tab=notes&view=2&status='),
  ).toBe('status=dropped&sort=name&direction=asc')
  const filters = 'assignedAttorney=me&createdFrom=2026-01-01&minDaysInStatus=14'
  expect(viewQuery(`?${filters}&patient=1`)).toBe(filters)
  expect(viewQuery('')).toBe('')
})

test('a search is distinguished from other filters', () => {
  expect(holdsSearch('status=dropped')).toBe(false)
  expect(holdsSearch('search=maren')).toBe(true)
})
