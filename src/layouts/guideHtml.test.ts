import { expect, test } from 'vitest'
import { guideHtml } from './guideHtml.ts'

test('the guide in the product has no title of its own and no links to files that are not served', () => {
  expect(
    guideHtml('<h1 id="a">Running\nCaseload</h1><p>See <a href="../README.md#x">the <b>README</b></a>.</p>'),
  ).toBe('<p>See the <b>README</b>.</p>')
  expect(guideHtml('<a href="#backup">Backup</a> <a href="https://age.example">age</a>')).toBe(
    '<a href="#backup">Backup</a> <a href="https://age.example">age</a>',
  )
})

test('wide tables and commands of the guide can be scrolled with the keyboard', () => {
  expect(guideHtml('<table></table><pre class="x"><code></code></pre>')).toBe(
    '<div role="group" aria-label="Table" tabindex="0"><table></table></div><pre tabindex="0"><code></code></pre>',
  )
})
