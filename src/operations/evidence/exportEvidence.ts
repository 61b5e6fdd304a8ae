import { readFile } from 'node:fs/promises'
import { Failure, notFound } from '#domain/errors.ts'
import type { AddFile } from '#infra/archives.ts'
import type { EvidenceHead } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type AddedForms, addForms } from './addForms.ts'
import { publicSeals } from './describeEvidence.ts'
import { tileReader } from './evidenceLog.ts'
import { exportReadme } from './exportReadme.ts'
import { fieldHash, fieldsOf, type LeafField, type ReadRow, readLeafRows } from './leaf.ts'
import { consistencyProof, inclusionProof, type ReadTile } from './merkle.ts'
import { originOf, publicKeyPem, verifierKey } from './note.ts'
import { signHead } from './signHead.ts'

/** Places of rows, and rows, read by one statement. */
const PLACES_AT_ONCE = 10_000
const ROWS_AT_ONCE = 200

/** The patient whose rows to export, and the fields to leave out. */
export type EvidenceWanted = {
  /** `null` for all rows. */
  patientId: string | null
  /** Fields whose values are left out of every row; their hashes stay. With `user_id`, name and role are left out too. */
  redact: readonly LeafField[]
  /** Hashes (hex) of earlier heads that the reader kept. */
  pins: readonly string[]
}

/** How much is in the folder, the scans that could not be added, and the hash (hex) of the newest head. */
export type EvidenceExported = AddedForms & {
  rows: number
  heads: number
  timeStamps: number
  latest: string
}

/** The user for the audit log, and a function that is called with the progress. */
export type EvidenceProgress = {
  /** `null` for a command of the operator. */
  userId: string | null
  onRows: (rows: { rowsDone: number; rowsTotal: number }) => Promise<void>
}

const byOperator: EvidenceProgress = { userId: null, onRows: async () => {} }

/**
 * Writes the files of an evidence folder: rows with salts and proofs, signed heads with consistency proofs, signed forms, scans
 * of forms on paper, and what a stranger needs to verify them. The export is in the audit log, and among the rows. Throws `not_found` for an unknown
 * patient, `invalid` if a pinned head was not found, and `EvidenceFinding` if the log cannot be signed.
 */
export async function exportEvidence(
  ctx: RequestContext,
  add: AddFile,
  { patientId, pins, ...given }: EvidenceWanted,
  { userId, onRows }: EvidenceProgress = byOperator,
): Promise<EvidenceExported> {
  // A user without an ID could still be found by name.
  const redact = given.redact.includes('user_id')
    ? [...new Set<LeafField>([...given.redact, 'user_name', 'user_role'])]
    : given.redact
  if (
    patientId !== null &&
    !(await ctx.db.patient.findUnique({ where: { id: patientId }, select: { id: true } }))
  )
    throw notFound('Patient', patientId)
  await inTransaction(ctx, (inside) =>
    audit(inside, {
      action: 'exported',
      resourceType: 'evidence',
      userId,
      ...(patientId === null ? { patientScope: 'all' } : { patientId }),
      ...(redact.length > 0 && { details: { redacted: [...redact] } }),
    }),
  )
  const newest = await signedHead(ctx)
  const heads = await chooseHeads(ctx, newest, pins)
  const readTile = tileReader(ctx.db, newest.logId)
  await addHeads(ctx, add, heads, readTile)
  const timeStamps = await addTimeStamps(ctx, add, heads)
  let rows = 0
  const rowsTotal = await countRows(ctx, patientId, newest)
  async function* lines() {
    for await (const some of linesOf(ctx, { patientId, redact }, newest, readTile)) {
      yield some.join('')
      rows += some.length
      await onRows({ rowsDone: rows, rowsTotal })
    }
  }
  await add('rows.jsonl', lines())
  const forms = await addForms(ctx, add, patientId)
  await addSeals(ctx, add)
  await add('verify.py', await readFile(new URL('./verify.py', import.meta.url)))
  const latest = Buffer.from(newest.sha256).toString('hex')
  await add('README.md', exportReadme({ latest, number: Number(newest.number), missing: forms.missing }))
  return { rows, ...forms, heads: heads.length, timeStamps, latest }
}

async function signedHead(ctx: RequestContext): Promise<EvidenceHead> {
  const head = await signHead(ctx)
  if (!head) throw new Failure('conflict', 'There is no tree head yet')
  return head
}

/** The first and last head, the last one and the last time-stamped one of each day, and the pins, in their order. */
async function chooseHeads(
  { db }: RequestContext,
  { logId, number }: EvidenceHead,
  pins: readonly string[],
): Promise<EvidenceHead[]> {
  const hashes = pins.map((pin) => Buffer.from(pin, 'hex'))
  const chosen = await db.$queryRaw<{ number: bigint; pinned: boolean }[]>`
    SELECT number, sha256 = ANY(${hashes}::bytea[]) AS pinned FROM evidence_heads
    WHERE log_id = ${logId} AND number <= ${number} AND (number IN (1, ${number}) OR sha256 = ANY(${hashes}::bytea[])
      OR number IN (SELECT max(number) FROM evidence_heads WHERE log_id = ${logId} GROUP BY date_trunc('day', signed_at))
      OR number IN (SELECT max(head_number) FROM evidence_time_stamps WHERE log_id = ${logId}
        GROUP BY service, date_trunc('day', stamped_at)))`
  if (chosen.filter(({ pinned }) => pinned).length < new Set(pins).size)
    throw new Failure(
      'invalid',
      'A pinned head is not among the heads of this database: it was rolled back, or the head is of another database',
    )
  const numbers = chosen.map((one) => one.number)
  return db.evidenceHead.findMany({ where: { logId, number: { in: numbers } }, orderBy: { number: 'asc' } })
}

async function addHeads(
  ctx: RequestContext,
  add: AddFile,
  heads: readonly EvidenceHead[],
  readTile: ReadTile,
): Promise<void> {
  const { logId, publicKey } = ctx.evidenceKeyOf()
  const nameOf = ({ number }: EvidenceHead) => `${number}.txt`
  const consistency: string[][] = []
  for (const [n, head] of heads.entries()) {
    await add(`heads/${nameOf(head)}`, head.note)
    const before = heads[n - 1]
    if (before)
      consistency.push(inBase64(await consistencyProof(readTile, Number(before.size), Number(head.size))))
  }
  const origin = originOf(logId)
  const log = { origin, verifierKey: verifierKey(origin, publicKey), heads: heads.map(nameOf), consistency }
  await add('log.json', `${JSON.stringify(log, null, 1)}\n`)
  await add('log.pem', publicKeyPem(publicKey))
}

/** The time stamps of these heads, named by the number of the head and the service. */
async function addTimeStamps(
  { db, timeStamps }: RequestContext,
  add: AddFile,
  heads: readonly EvidenceHead[],
): Promise<number> {
  let count = 0
  for (const { logId, number } of heads)
    for (const { service, response } of await db.evidenceTimeStamp.findMany({
      where: { logId, headNumber: number },
    })) {
      await add(`time-stamps/${number}-${service.replace(/[^\w.]/g, '_')}.tsr`, Buffer.from(response))
      count += 1
    }
  await add('tsa.pem', (timeStamps?.roots ?? []).map(String).join(''))
  return count
}

async function addSeals(ctx: RequestContext, add: AddFile): Promise<void> {
  const { current, earlier } = await publicSeals(ctx)
  const seals = [current, ...earlier]
  await add('seal.pem', seals.flatMap(({ certificates }) => certificates).join(''))
  await add('cross-signed.pem', seals.map(({ crossSigned }) => crossSigned ?? '').join(''))
}

const inBase64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'))

type Place = { id: string; lane: number; position: number; index: number }

/** The lines of some rows at a time, in the order of their IDs. */
async function* linesOf(
  ctx: RequestContext,
  { patientId, redact }: Pick<EvidenceWanted, 'patientId' | 'redact'>,
  newest: EvidenceHead,
  readTile: ReadTile,
): AsyncGenerator<string[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const places = await placesAfter(ctx, after, patientId, newest)
    const last = places.at(-1)
    if (!last) return
    for (let from = 0; from < places.length; from += ROWS_AT_ONCE) {
      const some = places.slice(from, from + ROWS_AT_ONCE)
      const parts = some.map(({ lane, position }) => ({ lane, length: position - 1, head: '', to: position }))
      const rows = new Map((await readLeafRows(ctx.db, parts)).map((row) => [row.id, row]))
      const lines: string[] = []
      for (const place of some) {
        const row = rows.get(place.id)
        if (!row) continue
        const proof = inBase64(await inclusionProof(readTile, place.index, Number(newest.size)))
        const fields = saltedFields(ctx, row, [...redact, ...hidden(row, patientId)])
        const line = { index: place.index, chain: row.lane, position: row.position, fields, proof }
        lines.push(`${JSON.stringify(line)}\n`)
      }
      yield lines
    }
    after = last.id
  }
}

/** How many rows are about the patient, or all, for the progress. */
async function countRows(
  { db }: RequestContext,
  patientId: string | null,
  { size }: EvidenceHead,
): Promise<number> {
  if (patientId === null) return Number(size)
  const [found] = await db.$queryRaw<{ rows: number }[]>`
    SELECT (SELECT count(*) FROM audit_logs WHERE patient_id = ${patientId}::uuid)::float8
      + (SELECT count(*) FROM audit_log_patients WHERE patient_ids @> ARRAY[${patientId}::uuid])::float8 AS rows`
  return found?.rows ?? 0
}

const anyRow = 'SELECT id, lane, position FROM audit_logs WHERE id > $1::uuid'

/** Two parts, because with OR, PostgreSQL would go through the rows of all patients. */
const rowsAboutPatient = `
  SELECT id, lane, position FROM audit_logs WHERE patient_id = $4::uuid AND id > $1::uuid
  UNION
  SELECT a.id, a.lane, a.position FROM audit_log_patients n JOIN audit_logs a ON a.id = n.audit_log_id
  WHERE n.patient_ids @> ARRAY[$4::uuid] AND n.audit_log_id > $1::uuid`

/** The next rows about the patient, or of all, by ID. */
const placesAfter = (
  { db }: RequestContext,
  after: string,
  patientId: string | null,
  { logId, size }: EvidenceHead,
): Promise<Place[]> =>
  db.$queryRawUnsafe<Place[]>(
    `SELECT a.id, a.lane::int, a.position::float8, (s.start + a.position - s.first_position)::float8 AS index
     FROM (${patientId === null ? anyRow : rowsAboutPatient} ORDER BY id LIMIT ${PLACES_AT_ONCE}) a
     CROSS JOIN LATERAL (SELECT start, first_position FROM evidence_segments
       WHERE log_id = $2 AND lane = a.lane AND first_position <= a.position
       ORDER BY first_position DESC LIMIT 1) s
     WHERE s.start + a.position - s.first_position < $3
     ORDER BY a.id`,
    ...[after, logId, size, ...(patientId === null ? [] : [patientId])],
  )

/** A row of a list also names other patients. */
const hidden = ({ patient_ids: ids }: ReadRow, patientId: string | null): LeafField[] =>
  patientId !== null && ids !== null && ids !== patientId ? ['patient_ids'] : []

function saltedFields(ctx: RequestContext, row: ReadRow, redacted: readonly LeafField[]): object {
  const key = ctx.evidenceKeyOf()
  return Object.fromEntries(
    fieldsOf(row).map((field) => {
      const salt = key.salt(row.id, field)
      const isHidden = redacted.includes(field)
      return [
        field,
        isHidden
          ? { redacted: fieldHash(salt, row[field]).toString('hex') }
          : { salt: salt.toString('hex'), value: row[field] },
      ]
    }),
  )
}
