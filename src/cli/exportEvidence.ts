// Usage: npm run evidence:export -- --all --by <e-mail> --to <folder>
//        npm run evidence:export -- --patient <id> --by <e-mail> --to <folder> --recipient <name> --purpose <text>
//          --basis <legal basis> [--form <id of the consent request>] [--reference <document>] [--without <field,field>]
// Writes the audit rows with what proves them to somebody without Caseload, also while Caseload runs. An administrator (--by)
// answers for it. For a patient it adds an entry to the accounting of disclosures.
// Exit codes: 0, the folder is complete; 1, an input is refused; 2, it could not be written.

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure } from '#domain/errors.ts'
import { readEnvironment } from '#infra/environment.ts'
import { findSeal } from '#infra/signing/sealKey.ts'
import type { OperationContext, RequestContext } from '#operations/context.ts'
import { type LeafField, leafFields } from '#operations/evidence/leaf.ts'
import { runCommand, withServices } from './command.ts'
import { writeEvidence } from './evidence/evidenceFolder.ts'

const text = { type: 'string' } as const
const options = {
  all: { type: 'boolean' },
  ...{ patient: text, to: text, by: text, without: text },
  ...{ recipient: text, purpose: text, basis: text, form: text, reference: text },
} as const

async function evidence(args: string[]): Promise<number> {
  const { all, patient, to, by, without, ...recipient } = parseArgs({ args, options }).values
  if (!to || !by || Boolean(all) === Boolean(patient))
    throw new Error(
      'Give --to <folder>, --by <e-mail of an administrator>, and either --all or --patient <id>',
    )
  const wishes = { patientId: patient, without: fieldsIn(without), ...recipient }
  const environment = readEnvironment()
  const work = async (context: RequestContext) => {
    const ctx = await administrator(context, by)
    const seal = environment.seal ?? findSeal(environment.dataDir)
    const { rows, headSha256 } = await writeEvidence(ctx, resolve(to), wishes, seal)
    console.log(`${resolve(to)}: ${rows} rows\nHash of the last head: ${headSha256}`)
    console.log('Also give the recipient this hash in another way, such as by phone or on paper')
    return 0
  }
  return withServices(environment, 'evidence:export', work, ['EVIDENCE_KEY'])
}

function fieldsIn(list = ''): LeafField[] {
  const names = list.split(',').filter((name) => name !== '')
  const unknown = names.find((name) => !(leafFields as string[]).includes(name))
  if (unknown) throw new Error(`--without has no field ${unknown}. The fields are ${leafFields.join(', ')}`)
  return names as LeafField[]
}

async function administrator(context: RequestContext, email: string): Promise<OperationContext> {
  const user = await context.db.user.findFirst({
    where: { email: email.toLowerCase(), role: 'admin', isActive: true, deletedAt: null },
  })
  if (!user) throw new Failure('invalid', `--by: no active administrator has the e-mail ${email}`)
  const { id, role, mustChangePassword } = user
  return { ...context, actor: { id, role, mustChangePassword, firm: null } }
}

await runCommand(evidence, { refused: 1 })
