import { parseArgs } from 'node:util'
import { amountOf } from '#domain/amount.ts'
import { describeBrokenLink } from '#domain/audit/integrity.ts'
import { readEnvironment } from '#infra/environment.ts'
import { checkAuditTrail } from '#operations/audit/checkAuditTrail.ts'
import { recordCommandCheck } from '#operations/audit/recordCommandCheck.ts'
import type { RequestContext } from '#operations/context.ts'
import { compareCopies } from '#operations/evidence/copyHead.ts'
import { hasHead } from '#operations/evidence/hasHead.ts'
import { verifyEvidence as verifyHeads } from '#operations/evidence/verifyEvidence.ts'
import { runCommand, stopwatch, withServices } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run evidence:verify [-- --pin HASH]

Verifies the audit log, the signed forms and every signed tree head, also while Caseload runs. With
the hash of a head that was kept outside of the database, it also verifies that this head is still
among them.

Exit codes:
  0  everything matches
  1  something does not
  2  it could not be verified`

async function verify(context: RequestContext, pins: readonly string[]): Promise<number> {
  const elapsed = stopwatch()
  const checked = await checkAuditTrail(context)
  await recordCommandCheck(context, 'evidence:verify', checked)
  const { rows, brokenLink } = checked
  const { heads, latest, signedAt, timeStamps } = await verifyHeads(context)
  console.log(`${amountOf(rows, 'row')} and ${amountOf(heads, 'signed tree head')}, verified in ${elapsed()}`)
  if (brokenLink) {
    console.log(`BROKEN. ${describeBrokenLink(brokenLink)}`)
    return 1
  }
  for (const pin of pins)
    if (!(await hasHead(context, pin))) {
      console.log(
        `BROKEN. No tree head has the hash ${pin}: the database was rolled back, or the hash is of another database`,
      )
      return 1
    }
  const locked = await compareCopies(context)
  if (locked?.missing) {
    console.log(
      `BROKEN. A locked copy is of a tree head that this database does not have: ${locked.missing}. The database was rolled back, or restored from a backup`,
    )
    return 1
  }
  console.log('Intact')
  if (locked) console.log(`Locked copies of tree heads: ${locked.copies}`)
  console.log(
    timeStamps === null
      ? 'Time stamps were not verified: TIME_STAMP_ROOTS is not set'
      : `Time stamps of tree heads: ${timeStamps}`,
  )
  if (latest) console.log(`Hash of the newest tree head: ${latest}, signed at ${signedAt?.toISOString()}`)
  else console.log('No tree head is signed yet')
  return 0
}

await runCommand(
  help,
  async (args) => {
    const { values } = parseArgs({ args, options: { pin: { type: 'string', multiple: true } } })
    return withServices(
      readEnvironment(),
      'evidence:verify',
      (context) => verify(context, values.pin ?? []),
      ['EVIDENCE_KEY'],
    )
  },
  { refused: 1 },
)
