import { expect, test } from 'vitest'
import { openApi } from './openApi.ts'
import { referencePages } from './reference.ts'

const pages = referencePages()
const textOf = (slug: string) => pages.find((page) => page.slug === slug)?.markdown ?? ''
/** The IDs that headings get. */
const anchorsIn = (markdown: string) =>
  [...markdown.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))

test('the reference has each call once, and the list of calls leads to it', () => {
  const { paths } = openApi() as { paths: Record<string, object> }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const described = pages.flatMap(({ markdown }) =>
    [...markdown.matchAll(/^`([A-Z]+ \/api\/\S+)`$/gm)].map(([, call]) => call),
  )
  expect(described.sort()).toEqual(calls.sort())
  const listed = [...textOf('index').matchAll(/\[`(.+?)`\]\(\/api-reference\/([\w-]+)#([\w-]+)\)/g)]
  expect(listed.map(([, call]) => call).sort()).toEqual(calls)
  for (const [, , slug = '', anchor] of listed) expect(anchorsIn(textOf(slug)), slug).toContain(anchor)
})

test('every link leads to a page and a heading', () => {
  for (const { slug, markdown } of pages) {
    const ids = anchorsIn(markdown)
    expect(new Set(ids).size, slug).toBe(ids.length)
    for (const [, to = '', anchor] of markdown.matchAll(/\]\(\/api-reference\/([\w-]+)(?:#([\w-]+))?\)/g)) {
      expect(pages.map((page) => page.slug)).toContain(to)
      if (anchor) expect(anchorsIn(textOf(to)), `${slug} to ${to}`).toContain(anchor)
    }
  }
})

test('a call is described with its fields, its types and its answer', () => {
  const [, addTask = ''] = /## Add task\n([\s\S]*?)\n## /.exec(textOf('tasks')) ?? []
  expect(addTask).toContain('| `title` | text, required | What to do, in one line. |')
  expect(addTask).toContain('| `identifiers[].system` | text, required |')
  expect(addTask).toContain('| `priority` | `low`, `normal`, `high`, `urgent` or null | Default: `normal`. |')
  expect(addTask).toContain('**Answer 201:** [Task](/api-reference/objects#task) with these fields too:')
  expect(textOf('records')).toContain('| `patientId` | text (uuid) |')
  expect(textOf('patients')).toContain('| `file` | file, required |')
})

test('each status that a call can answer is explained', () => {
  const explained = [...textOf('objects').matchAll(/^\| (\d{3}) \|/gm)].map(([, status]) => status)
  const named = pages.flatMap(({ markdown }) =>
    [...markdown.matchAll(/^\*\*Errors:\*\* ([\d, ]+)/gm)].flatMap(([, list = '']) =>
      list.trim().split(', '),
    ),
  )
  expect(named.length).toBeGreaterThan(500)
  expect(named.filter((status) => !explained.includes(status))).toEqual([])
})

test('no description becomes HTML', () => {
  for (const { slug, markdown } of pages) expect(markdown, slug).not.toMatch(/<[a-z/!]/i)
})
