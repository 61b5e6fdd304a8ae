import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openMetrics } from './metrics.ts'

const docs = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const rules = docs('alerts.yml')
const dashboard = docs('dashboard.json')
const guide = docs('operators.md')

/** The names that a scrape prints, with the parts of histograms. */
async function printedNames(): Promise<Set<string>> {
  const { metrics } = openMetrics(
    async () => 0,
    { inUse: () => 0, idle: () => 0, waiting: () => 0, most: 9 },
    {
      version: '1.2.3',
      facts: async () => ({
        failedMail: 0,
        waitingScans: 0,
        backupAt: 1,
        trialRestoreAt: 1,
        auditCheckedAt: 1,
        isAuditIntact: true,
        treeHeadAt: 1,
        timeStampAt: 1,
        lockedCopyAt: 1,
      }),
      jobs: async () => [],
      freeBytes: async () => 1,
    },
  )
  const types = [...(await metrics.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
    ),
  )
}

test.each([
  ['alert rules', rules],
  ['dashboard', dashboard],
])('the %s use only metrics that exist', async (_what, text) => {
  const printed = await printedNames()
  const used = text.match(/\b(caseload|nodejs|process)_\w+/g) ?? []
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((name) => !printed.has(name))).toEqual([])
})

test('each alert has an expression, a severity and a summary, and a row in the guide', () => {
  const [head = '', ...alerts] = rules.split(/^ {6}- alert: /m)
  expect(head).toMatch(/^groups:\n {2}- name: caseload\n {4}rules:\n$/m)
  expect(alerts.length).toBeGreaterThan(0)
  for (const alert of alerts) {
    expect(alert).toMatch(
      /^\w+\n {8}expr: (['"])[^\n]+\1\n {8}for: \d+[mh]\n {8}labels:\n {10}severity: (?:warning|critical)\n {8}annotations:\n {10}summary: .+\n$/,
    )
    expect(guide).toContain(`| \`${alert.split('\n')[0]}\``)
  }
})

test('each panel of the dashboard has a title, a unit and an expression', () => {
  const { panels } = JSON.parse(dashboard)
  expect(panels.length).toBeGreaterThan(0)
  for (const panel of panels)
    expect(panel).toMatchObject({
      title: expect.stringMatching(/./),
      fieldConfig: { defaults: { unit: expect.stringMatching(/./) } },
      targets: expect.arrayContaining([expect.objectContaining({ expr: expect.stringMatching(/./) })]),
    })
})
