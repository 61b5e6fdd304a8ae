import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runProgram } from '#tests/support/serverProcess.ts'
import { scripts } from '../../package.json'

/** The npm scripts that run a command, and its file. `migration:new` is only for developers. */
const commands = Object.entries(scripts).flatMap(([script, line]) => {
  const [, file] = /^node src\/(cli\/\w+\.ts)$/.exec(line) ?? []
  return file && script !== 'migration:new' ? [{ script, file }] : []
})

test.for(commands)(
  'npm run $script says how it is called and what its exit codes mean',
  ({ script, file }) => {
    const text = readFileSync(`src/${file}`, 'utf8')
    expect(text).toMatch(
      new RegExp(`^const help = \`Usage: npm run ${script}\\b[^\`]+\n\nExit codes:\n  0  `, 'm'),
    )
  },
)

test('--help does nothing else, and arguments that a command does not have are refused', async () => {
  const asked = await runProgram('cli/backup.ts', {}, ['--help'])
  expect(asked.exit).toBe(0)
  expect(asked.said).toMatch(/^Usage: npm run backup .*\n\nBacks up [\s\S]+\n {2}2 {2}no backup was made\n$/)
  const mistaken = await runProgram('cli/verifyAudit.ts', {}, ['--pin'])
  expect(mistaken.exit).toBe(2)
  expect(mistaken.said).toMatch(/^Unknown option '--pin'\n\nUsage: npm run audit:verify \[-- <digest>\]\n$/)
})
