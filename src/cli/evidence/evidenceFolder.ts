import { once } from 'node:events'
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clinicDay } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import { publicKeyPem } from '#infra/evidence/logKey.ts'
import type { SealIdentity } from '#infra/signing/sealCms.ts'
import { addManualDisclosure } from '#operations/accounting/manualDisclosures.ts'
import type { OperationContext } from '#operations/context.ts'
import { verifierKey } from '#operations/evidence/checkpoint.ts'
import { type EvidenceExport, exportEvidence } from '#operations/evidence/exportEvidence.ts'
import type { LeafField } from '#operations/evidence/leaf.ts'

/** To whom the rows of a patient are handed over, and why. */
export type Recipient = {
  recipient?: string | undefined
  purpose?: string | undefined
  basis?: string | undefined
  form?: string | undefined
  reference?: string | undefined
}

export type EvidenceWishes = Recipient & {
  /** The whole log if left out. */
  patientId?: string | undefined
  without?: readonly LeafField[]
}

/** A complete folder: the number of rows, and the hash of the last head. */
export type EvidenceWritten = { rows: number; headSha256: string }

/**
 * Writes evidence to a new or empty folder. For a patient it first adds an entry to the accounting of disclosures, checked like
 * one that is made on the screen. Throws `invalid` for a folder with files or an incomplete entry.
 */
export async function writeEvidence(
  ctx: OperationContext,
  folder: string,
  { patientId, without = [], ...recipient }: EvidenceWishes,
  seal: SealIdentity | null,
): Promise<EvidenceWritten> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0)
    throw new Failure('invalid', `${folder} is not empty: give a new folder`)
  if (patientId !== undefined) await account(ctx, patientId, recipient)
  const found = await exportEvidence(ctx, { patientId, without })
  const rows = await write(folder, found)
  if (seal) await writeFile(join(folder, 'seal-certificate.pem'), seal.chain.map(String).join(''))
  return { rows, headSha256: found.head.noteSha256 }
}

const account = (
  ctx: OperationContext,
  patientId: string,
  { recipient, purpose, basis, form, reference }: Recipient,
) =>
  addManualDisclosure(ctx, {
    patientId,
    disclosedOn: clinicDay(ctx.now(), ctx.timeZone),
    channel: 'other',
    recipientName: recipient ?? '',
    content: 'Rows of the audit log about this patient, and the signed forms, with their proofs',
    purpose: purpose ?? '',
    // The operation checks the word.
    basis: (basis ?? '') as never,
    basisReference: reference,
    consentRequestId: form,
  })

async function write(folder: string, found: EvidenceExport): Promise<number> {
  const publicKeys = new Set<string>()
  await writeLines(join(folder, 'heads.jsonl'), found.heads(), ({ key }) => publicKeys.add(key))
  const rows = await writeLines(join(folder, 'rows.jsonl'), found.rows())
  mkdirSync(join(folder, 'forms'))
  for await (const { path, content } of found.forms()) await writeFile(join(folder, path), content)
  for (const key of publicKeys) {
    const bytes = Buffer.from(key, 'hex')
    const name = join(folder, `log-key-${key.slice(0, 8)}`)
    await writeFile(`${name}.pem`, publicKeyPem(bytes))
    await writeFile(`${name}.txt`, `${verifierKey(found.head.checkpoint.origin, bytes)}\n`)
  }
  await writeFile(join(folder, 'last-head.txt'), found.head.note)
  for (const name of ['verify.py', 'README.md'])
    await copyFile(fileURLToPath(new URL(name, import.meta.url)), join(folder, name))
  return rows
}

/** Writes one JSON text a line, as they are read, and returns how many. */
async function writeLines<One>(
  path: string,
  all: AsyncIterable<One>,
  see: (one: One) => unknown = () => {},
): Promise<number> {
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  let count = 0
  for await (const one of all) {
    see(one)
    count += 1
    if (!file.write(`${JSON.stringify(one)}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  return count
}
