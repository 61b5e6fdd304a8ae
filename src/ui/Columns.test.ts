import { expect, test } from 'vitest'
import { linesFor } from './Columns.tsx'

test.for([
  [0, [0, 1, 2, 3]],
  [1, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [12, [0, 5, 10, 15]],
  [43, [0, 20, 40, 60]],
  [1204, [0, 500, 1000, 1500]],
] as const)('the lines of a chart up to %d are round numbers: %j', ([most, lines]) => {
  expect(linesFor(most)).toEqual(lines)
})
