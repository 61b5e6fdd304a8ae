import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '#tests/support/serverProcess.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

// Nothing else starts the benchmarks, so a new required setting could break them unseen.
test.for([
  ['bench/bench.ts', ['--quick', '--rows', '2000', '--only', 'P7'], /P7\s+one password checked .* ms/],
  ['bench/backup.ts', ['--rows', '2000', '--records', '1'], /== second one: .* per GB/],
] as const)('%s runs to its end', async ([script, words, expected]) => {
  const program = runCommand(process.execPath, [script, ...words], root, {})
  expect(await program.over, program.said()).toBe(0)
  expect(program.said()).toMatch(expected)
})
