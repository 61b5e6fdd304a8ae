import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { amountOf } from '#domain/amount.ts'
import { clinicDay } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import { writeFolder } from '#infra/archives.ts'
import { readEnvironment } from '#infra/environment.ts'
import { addManualDisclosure } from '#operations/accounting/manualDisclosures.ts'
import type { RequestContext } from '#operations/context.ts'
import { type EvidenceWanted, exportEvidence } from '#operations/evidence/exportEvidence.ts'
import { type LeafField, leafFields } from '#operations/evidence/leaf.ts'
import { EVIDENCE_CONTENT } from '#operations/exports/dataExports.ts'
import { Misuse, runCommand, withServices } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run evidence:export -- --all --to FOLDER [--redact FIELD,FIELD] [--pin HASH]
       npm run evidence:export -- --patient ID --to FOLDER --by EMAIL --recipient NAME --purpose TEXT
         [--basis subpoena|court_order|other] [--reference TEXT] [--redact FIELD,FIELD] [--pin HASH]

Writes audit rows with proofs, signed tree heads, signed forms and scans of forms on paper to a
folder that a stranger can verify without Caseload. The audit log records it. For a patient, the
disclosure is also added to the accounting, by the administrator EMAIL. A scan that cannot be
opened is named, and the rest is exported.

Exit codes:
  0  the folder is complete
  1  the export was refused, or the folder lacks a scan
  2  the command could not run`

const bases = ['subpoena', 'court_order', 'other'] as const

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      all: { type: 'boolean' },
      patient: { type: 'string' },
      to: { type: 'string' },
      by: { type: 'string' },
      recipient: { type: 'string' },
      purpose: { type: 'string' },
      basis: { type: 'string' },
      reference: { type: 'string' },
      redact: { type: 'string', multiple: true },
      pin: { type: 'string', multiple: true },
    },
  })
  const { all = false, patient, to, redact = [], pin = [], basis = 'other' } = values
  if (all === (patient !== undefined)) throw new Misuse('Give either --all or --patient ID')
  if (!to) throw new Misuse('Give the folder to write: --to FOLDER')
  if (patient !== undefined && !isUuid(patient))
    throw new Error(`--patient ${patient} is not the ID of a patient`)
  const names = redact.flatMap((list) => list.split(','))
  const unknown = names.find((name) => !isField(name))
  if (unknown !== undefined)
    throw new Error(`--redact ${unknown} is not a field of an audit row: ${leafFields.join(', ')}`)
  const noHash = pin.find((one) => !/^[\da-f]{64}$/.test(one))
  if (noHash !== undefined) throw new Error(`--pin ${noHash} is not the hash of a tree head (64 hex digits)`)
  if (!isBasis(basis)) throw new Error(`--basis must be one of ${bases.join(', ')}`)
  const wanted: EvidenceWanted = { patientId: patient ?? null, redact: names.filter(isField), pins: pin }
  return { wanted, folder: resolve(to), ...values, basis }
}

const isField = (name: string): name is LeafField => leafFields.some((field) => field === name)
const isBasis = (name: string): name is (typeof bases)[number] => bases.some((one) => one === name)

type Arguments = ReturnType<typeof readArguments>

const run = (args: string[]): Promise<number> => {
  const given = readArguments(args)
  return withServices(
    readEnvironment(),
    'evidence:export',
    async (context) => {
      const { patientId } = given.wanted
      const { rows, forms, scans, sealedScans, missing, heads, timeStamps, latest } = await writeFolder(
        given.folder,
        async (add) => {
          if (patientId !== null) await addToAccounting(context, patientId, given)
          return exportEvidence(context, add, given.wanted)
        },
      )
      console.log(
        `${amountOf(rows, 'row')}, ${amountOf(forms, 'form')}, ${amountOf(scans, 'scan')}, ${amountOf(sealedScans, 'sealed scan')}, ${amountOf(heads, 'tree head')} and ${amountOf(timeStamps, 'time stamp')} in ${given.folder}`,
      )
      for (const { requestId, reason } of missing)
        console.log(`The scan of request ${requestId} is missing: ${reason}`)
      console.log(`Hash of the newest tree head: ${latest}`)
      return missing.length === 0 ? 0 : 1
    },
    ['EVIDENCE_KEY', 'RECORDS_KEY'],
  )
}

/** The recipient of a patient's rows is a disclosure (45 CFR 164.528). It is recorded before anything is written. */
async function addToAccounting(context: RequestContext, patientId: string, given: Arguments): Promise<void> {
  const { by, recipient = '', purpose = '', basis, reference } = given
  if (!by) throw new Error('Give the administrator who hands the evidence over: --by EMAIL')
  const user = await context.db.user.findFirst({
    where: { email: by.toLowerCase(), role: 'admin', isActive: true, deletedAt: null },
  })
  if (!user) throw new Failure('invalid', `--by ${by} is not the e-mail address of an active administrator`)
  const { id, role, mustChangePassword } = user
  await addManualDisclosure(
    { ...context, actor: { id, role, mustChangePassword } },
    {
      patientId,
      disclosedOn: clinicDay(context.now(), context.timeZone),
      channel: 'other',
      recipientName: recipient,
      recipientAddress: '',
      content: EVIDENCE_CONTENT,
      purpose,
      basis,
      basisReference: reference ?? '',
    },
  )
}

await runCommand(help, run, { refused: 1 })
