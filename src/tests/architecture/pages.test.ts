import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A component waits when the answer has begun. If it fails then, the page breaks off instead of saying what happened.
test('only pages wait for data, and no page is part of another', () => {
  const components = globSync('src/{features,layouts,ui}/**/*.astro')
  expect(components.length).toBeGreaterThan(5)
  expect(components.filter((file) => /\bawait\b/.test(readFileSync(file, 'utf8')))).toEqual([])
  const pages = globSync('src/pages/**/*.astro')
  expect(
    pages.filter((file) => /import \w+ from '(#pages|\.\.?)\/[^']*\.astro'/.test(readFileSync(file, 'utf8'))),
  ).toEqual([])
})
