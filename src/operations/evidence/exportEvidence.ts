import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Head, lastHead, readHead } from './heads.ts'
import { fieldHash, type LeafField, type LeafRow, leafFields, readLeafRows, saltOf } from './leaf.ts'
import { consistencyProof, inclusionProof } from './merkle.ts'
import { signTreeHead } from './signTreeHead.ts'
import { openTiles, type Tiles } from './tiles.ts'

/** A field of an exported row: its name, salt and text, or only its hash where it is left out. */
export type ExportedField =
  | [name: LeafField, salt: string, value: string | null]
  | [name: LeafField, hash: string]

/** A row with its proof, as `rows.jsonl` has it. Hashes are in hex. */
export type ExportedRow = { leaf: number; fields: ExportedField[]; proof: string[] }

/** A head with the proof that it continues the head exported before it, as `heads.jsonl` has it. */
export type ExportedHead = { number: number; key: string; note: string; proof: string[] }

/** A file with its path in the folder. */
export type ExportedFile = { path: string; content: Uint8Array }

export type EvidenceExport = {
  /** The head that all rows are proven by. It is exported as the last one. */
  head: Head
  heads: () => AsyncGenerator<ExportedHead>
  rows: () => AsyncGenerator<ExportedRow>
  forms: () => AsyncGenerator<ExportedFile>
}

type Wanted = {
  /** The whole log if left out. */
  patientId?: string | undefined
  /** Fields that are left out of every row. */
  without?: readonly LeafField[]
}

const AT_ONCE = 500

/** Fields that say something about others, where a row names several patients. */
const aboutOthers: readonly LeafField[] = ['patientId', 'patientCount', 'patientsSha256', 'hash']

/**
 * Records the export, signs a head over it, and returns what proves the audit log to somebody who does not trust this server.
 * Rows that name several patients are handed over without what concerns the others. Throws `not_found`, and `forbidden` to all
 * but administrators.
 */
export async function exportEvidence(
  ctx: OperationContext,
  { patientId, without = [] }: Wanted,
): Promise<EvidenceExport> {
  authorize(ctx, 'audit.read')
  if (
    patientId !== undefined &&
    !(isUuid(patientId) && (await ctx.db.patient.count({ where: { id: patientId } })))
  )
    throw notFound('Patient', patientId)
  const scope = patientId === undefined ? { patientScope: 'all' as const } : { patientId }
  await inTransaction(ctx, (inside) =>
    audit(inside, { action: 'exported', resourceType: 'evidence', ...scope }),
  )
  await signTreeHead(ctx)
  const stored = await lastHead(ctx.db)
  const head = stored && readHead(stored, ctx.verifyWith)
  if (!head) throw new Error('No tree head could be signed: see npm run evidence:verify')
  const tiles = openTiles(ctx.db, head.checkpoint.size)
  return {
    head,
    heads: () => exportedHeads(ctx, head, tiles, patientId !== undefined),
    rows: () => exportedRows(ctx, head, tiles, patientId, without),
    forms: () => exportedForms(ctx, patientId),
  }
}

/** All heads up to `last`; for a patient only the first of each day, because each head proves all rows before it. */
async function* exportedHeads(
  ctx: OperationContext,
  last: Head,
  { hashAt }: Tiles,
  isThinned: boolean,
): AsyncGenerator<ExportedHead> {
  let before: Head | null = null
  for (let after = 0; after < last.number; ) {
    const part = await ctx.db.evidenceHead.findMany({
      where: { number: { gt: after, lte: last.number } },
      orderBy: { number: 'asc' },
      take: AT_ONCE,
    })
    for (const stored of part) {
      after = Number(stored.number)
      const head = readHead(stored, ctx.verifyWith)
      if (!head)
        throw new Error(`The signature of tree head ${after} is not valid: see npm run evidence:verify`)
      const day = (one: Head) => one.checkpoint.time.toISOString().slice(0, 10)
      if (isThinned && before && head.number !== last.number && day(before) === day(head)) continue
      const from = before?.checkpoint.size ?? 0
      const proof = await consistencyProof(hashAt, from, head.checkpoint.size)
      yield {
        number: head.number,
        key: head.publicKey.toString('hex'),
        note: head.note,
        proof: proof.map(hex),
      }
      before = head
    }
    if (part.length === 0) return
  }
}

const hex = (hash: Buffer) => hash.toString('hex')

async function* exportedRows(
  ctx: OperationContext,
  { checkpoint: { size } }: Head,
  tiles: Tiles,
  patientId: string | undefined,
  without: readonly LeafField[],
): AsyncGenerator<ExportedRow> {
  for await (const [leaf, row] of leavesOf(ctx, size, patientId)) {
    const isShared = patientId !== undefined && row.patientId !== patientId
    const hidden = isShared ? [...without, ...aboutOthers] : without
    const seed = await tiles.seedFor(leaf)
    const fields = leafFields.map((field): ExportedField => {
      const salt = saltOf(seed, leaf, field)
      return hidden.includes(field)
        ? [field, hex(fieldHash(salt, field, row[field]))]
        : [field, hex(salt), row[field]]
    })
    yield { leaf, fields, proof: (await inclusionProof(tiles.hashAt, leaf, size)).map(hex) }
  }
}

/** The rows in the tree with their leaves: all in the order of the leaves, or those of a patient by chain and position. */
async function* leavesOf(
  { db }: OperationContext,
  size: number,
  patientId: string | undefined,
): AsyncGenerator<[leaf: number, row: LeafRow]> {
  if (patientId !== undefined) {
    const places = await db.$queryRaw<{ lane: number; position: number; leaf: number }[]>`
      SELECT a.lane::int AS lane, a.position::float8 AS position,
             (run.first_leaf + a.position - run.first_position)::float8 AS leaf
        FROM (SELECT id FROM audit_logs WHERE patient_id = ${patientId}::uuid
              UNION SELECT audit_log_id FROM audit_log_patients WHERE patient_ids @> ARRAY[${patientId}::uuid]) AS mine
        JOIN audit_logs a USING (id)
        CROSS JOIN LATERAL (SELECT r.* FROM evidence_runs r
          WHERE r.lane = a.lane AND r.first_position <= a.position ORDER BY r.first_position DESC LIMIT 1) AS run
       WHERE a.position < run.first_position + run.rows ORDER BY a.lane, a.position`
    for (let start = 0; start < places.length; start += AT_ONCE) {
      const part = places.slice(start, start + AT_ONCE)
      const stretches = part.map(({ lane, position }) => ({ lane, from: position, to: position }))
      const rows = await readLeafRows(db, stretches)
      for (const [at, row] of rows.entries())
        if ((part[at]?.leaf ?? size) < size) yield [part[at]?.leaf ?? 0, row]
    }
    return
  }
  for (let leaf = 0; leaf < size; ) {
    const runs = await db.evidenceRun.findMany({
      where: { firstLeaf: { gte: leaf, lt: size } },
      orderBy: { firstLeaf: 'asc' },
      take: 50,
    })
    if (runs.length === 0) return
    for (const { lane, firstPosition, rows } of runs)
      for (let at = 0; at < rows; at += AT_ONCE) {
        const from = Number(firstPosition) + at
        const to = Number(firstPosition) + Math.min(rows, at + AT_ONCE) - 1
        for (const row of await readLeafRows(db, [{ lane, from, to }])) {
          if (leaf < size) yield [leaf, row]
          leaf += 1
        }
      }
  }
}

/** The signed forms that are stored in the database. Scans are among the files of records. */
async function* exportedForms(
  { db }: OperationContext,
  patientId: string | undefined,
): AsyncGenerator<ExportedFile> {
  const forms = await db.signedConsentForm.findMany({
    where: { content: { not: null }, ...(patientId !== undefined && { request: { patientId } }) },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id } of forms) {
    const { requestId, content, certificate } = await db.signedConsentForm.findUniqueOrThrow({
      where: { id },
    })
    if (content) yield { path: `forms/${requestId}.pdf`, content }
    if (certificate) yield { path: `forms/${requestId}-certificate-of-completion.pdf`, content: certificate }
  }
}
