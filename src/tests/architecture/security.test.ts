import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const promises = readFileSync(`${root}SECURITY.md`, 'utf8')

test('every test file in SECURITY.md exists', () => {
  const named = [...promises.matchAll(/`([\w/*.]+(?:\.(?:test|e2e)\.ts|\/))`/g)].map(([, path = '']) => path)
  const isThere = (path: string) =>
    [`src/${path}`, path].some((one) => existsSync(root + one) || globSync(one, { cwd: root }).length > 0)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

test('every promise from S01 to S166 has a row, and no number has two', () => {
  const cells = [...promises.matchAll(/^\| (S\d\d+[^|]*)\|/gm)].map(([, cell = '']) => cell)
  const listed = cells.flatMap((cell) => {
    const [from = '', to] = cell.split('–').map((one) => one.trim())
    if (!to) return from.split(', ').map((one) => Number(one.slice(1)))
    const [first, last] = [Number(from.slice(1)), Number(to.slice(1))]
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  const inWords = [...promises.matchAll(/^S(\d\d+)–S(\d\d+) come/gm)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index),
  )
  const numbers = [...listed, ...inWords].sort((one, other) => one - other)
  expect(numbers.filter((one) => one <= 166)).toEqual(Array.from({ length: 166 }, (_, index) => index + 1))
  expect(numbers.filter((one, index) => one === numbers[index - 1])).toEqual([])
})
