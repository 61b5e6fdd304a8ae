import { execFile } from 'node:child_process'
import { inspect, promisify } from 'node:util'
import { expect } from 'vitest'
import { apiKeyScopes, scopeFacts } from '#domain/apiKeys/scopes.ts'
import { conflictReasons, failureCodes, statusOf } from '#domain/errors.ts'
import { limits } from '#graphql/limits.ts'
import { examplesIn, isHere, promisedIn, readGuide } from '#tests/support/guide.ts'
import { test } from '#tests/support/test.ts'

const guide = readGuide('integrators.md')
const examples = (language: string) => examplesIn(guide, language)

/** The first two cells of each row of the table whose head begins so. */
function table(head: string): string[][] {
  const [, body = ''] = guide.split(new RegExp(`^\\| ${head} .*\\n\\|[ -|]*\\n`, 'm'))
  return body
    .slice(0, body.search(/^(?!\|)/m))
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, 3),
    )
}

const AsyncFunction = (async () => {}).constructor as new (
  ...text: string[]
) => (...args: unknown[]) => Promise<void>

test('the examples in the integrator’s guide work as described', async ({ clinic, server }) => {
  const admin = server.visitor()
  await admin.signIn((await clinic.user({ role: 'admin' })).email)
  const [makeKey = ''] = examples('graphql')
  const { createServiceAccount } = await admin.ask<{ createServiceAccount: { secret: string } }>(makeKey)

  const program = examples('js').join('\n').replaceAll('https://caseload.example.org', server.url)
  const printed: string[] = []
  const log = (...values: unknown[]) =>
    printed.push(values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '))
  await new AsyncFunction('console', 'process', program)(
    { log },
    { env: { CASELOAD_KEY: createServiceAccount.secret } },
  )

  const promised = [...program.matchAll(/console\.log\(.*\) \/\/> (.*)$/gm)].map(([, text]) => text)
  expect(promised).toHaveLength(program.split('console.log(').length - 1)
  expect(printed).toEqual(promised)
})

test('the example for curl works as described', async ({ clinic, server, skip }) => {
  if (!isHere('curl')) return skip()
  const admin = server.visitor()
  await admin.signIn((await clinic.user({ role: 'admin' })).email)
  const [makeKey = ''] = examples('graphql')
  const { createServiceAccount } = await admin.ask<{ createServiceAccount: { secret: string } }>(makeKey)
  const [text = '', ...others] = examples('sh')
  expect(others).toEqual([])
  const env = { ...process.env, CASELOAD_KEY: createServiceAccount.secret }
  const program = text.replaceAll('https://caseload.example.org', server.url)
  const { stdout } = await promisify(execFile)('sh', ['-c', program], { env })
  expect(stdout.trim().split('\n')).toEqual(promisedIn(text))
})

test('the guide lists every scope with the text in Settings', () => {
  const words = apiKeyScopes.map((scope) => {
    const [first = '', ...rest] = scopeFacts[scope].description.split('. ')[0] ?? ''
    return [`\`${scope}\``, first.toLowerCase() + rest.join('')]
  })
  expect(table('scope')).toEqual(words)
})

test('the guide lists every reason of a conflict', () => {
  const words = Object.entries(conflictReasons).map(([reason, [first = '', ...rest]]) => [
    `\`${reason}\``,
    first.toLowerCase() + rest.join(''),
  ])
  expect(table('reason')).toEqual(words)
})

test('the guide lists every error code with its status', () => {
  expect(table('code')).toEqual(
    expect.arrayContaining(failureCodes.map((code) => [`\`${code}\``, String(statusOf[code])])),
  )
  expect(table('code')).toHaveLength(failureCodes.length)
})

test('the guide states the real limits of a document', () => {
  expect(table('of a document')).toEqual(Object.entries(limits).map(([name, most]) => [name, String(most)]))
})
