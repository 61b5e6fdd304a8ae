// Usage: npm run evidence:verify [-- --pin <hash of a tree head>]
// Verifies every audit row against every signed tree head, also while Caseload runs. A hash that was kept outside of this
// server (--pin) shows that the log was not replaced or rolled back since.
// Exit codes: 0, everything fits; 1, it does not; 2, it could not be verified.

import { parseArgs } from 'node:util'
import { readEnvironment } from '#infra/environment.ts'
import { type TreeVerified, verifyTree } from '#operations/evidence/verifyTree.ts'
import { runCommand, stopwatch, withServices } from './command.ts'

async function verifyEvidence(args: string[]): Promise<number> {
  const { pin } = parseArgs({ args, options: { pin: { type: 'string' } } }).values
  if (pin !== undefined && !/^[\da-f]{64}$/.test(pin))
    throw new Error('Give --pin the hash of a tree head: 64 characters from 0 to 9 and a to f')
  return withServices(readEnvironment(), 'evidence:verify', async (context) => {
    const elapsed = stopwatch()
    return report(await verifyTree(context, pin), elapsed(), pin)
  })
}

function report({ leaves, heads, problem, lastHead }: TreeVerified, elapsed: string, pin?: string): number {
  console.log(`${leaves} rows and ${heads} signed tree heads, verified in ${elapsed}`)
  console.log(problem ? `BROKEN. ${problem}` : 'Intact')
  if (lastHead) {
    console.log(
      `Last head: ${lastHead.checkpoint.size} rows, signed at ${lastHead.checkpoint.time.toISOString()}`,
    )
    console.log(`Hash of the last head: ${lastHead.noteSha256}`)
  } else console.log('No tree head has been signed yet')
  if (!problem && pin === undefined)
    console.log(
      'Without --pin, this does not show whether the whole database was replaced by an older or another one',
    )
  return problem ? 1 : 0
}

await runCommand(verifyEvidence, { refused: 1 })
