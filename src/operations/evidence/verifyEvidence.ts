import type { BrokenLink } from '#domain/audit/integrity.ts'
import type { EvidenceHead } from '#infra/prisma/client.ts'
import { BEGINNING, type ChainHead } from '../audit/readChainHeads.ts'
import type { RequestContext } from '../context.ts'
import { assertWhole, chainsDigest } from './appendRows.ts'
import { EvidenceFinding, headFinding } from './evidenceFinding.ts'
import { tileReader } from './evidenceLog.ts'
import { type Frontier, makeFrontier } from './frontier.ts'
import { type ChainPart, leafHashOf, type ReadRow, readLeafRows } from './leaf.ts'
import { type ReadTile, TILE_WIDTH } from './merkle.ts'
import { openNote, originOf, textHash } from './note.ts'
import { CLOCK_SLACK_MS, isStoredAs, textOf } from './signHead.ts'
import { verifyTimeStamps } from './verifyTimeStamps.ts'

/** Rows and heads read by one statement. */
const AT_ONCE = 500

/** How much older than the head before it a row may be: no transaction takes that long. */
const LONGEST_TRANSACTION_MS = 600_000

/** The result of a comparison of the audit log with the signed tree heads. */
export type EvidenceChecked = {
  rows: number
  heads: number
  /** Kept time stamps of heads; `null` if they were not verified, because the settings have no certificates for it. */
  timeStamps: number | null
  /** The hash of the newest head, to keep elsewhere as a pin; `null` if there is none. */
  latest: string | null
  /** The time of the newest head. */
  signedAt: Date | null
  brokenLink: BrokenLink | null
}

type Segment = { start: number; lane: number; first: number; rows: number; lastHash: string }
/** A segment or a part of one. `lastHash` is `null` except at its end. */
type Piece = Omit<Segment, 'lastHash'> & { lastHash: string | null }
/** How far a chain was verified, and the time of its last row in milliseconds since 1970. */
type Chain = ChainHead & { lastAt: number }

/** The segments in pieces that have `AT_ONCE` rows together: one minute of a clinic can have 64 segments of a row each. */
function* readTogether(segments: readonly Segment[]): Generator<Piece[]> {
  let pieces: Piece[] = []
  let room = AT_ONCE
  for (const { start, lane, first, rows, lastHash } of segments)
    for (let done = 0; done < rows; ) {
      const count = Math.min(rows - done, room)
      const isEnd = done + count === rows
      pieces.push({
        start: start + done,
        lane,
        first: first + done,
        rows: count,
        lastHash: isEnd ? lastHash : null,
      })
      done += count
      room -= count
      if (room > 0) continue
      yield pieces
      pieces = []
      room = AT_ONCE
    }
  if (pieces.length > 0) yield pieces
}

/** The part to read; `head` matters for the first piece of a chain only. */
const partOf = ({ lane, first, rows }: Piece, head: string): ChainPart => ({
  ...{ lane, length: first - 1, head, to: first + rows - 1 },
})

/**
 * Rebuilds the tree from the audit rows and compares it with every signed head, in one pass, without the stored hashes.
 * Those only help to name the row that differs. With constant memory; it blocks no writer.
 */
export async function verifyEvidence(ctx: RequestContext): Promise<EvidenceChecked> {
  const walk = new Walk(ctx)
  try {
    await walk.run()
    return walk.result(null, await verifyTimeStamps(ctx))
  } catch (error) {
    if (!(error instanceof EvidenceFinding)) throw error
    return walk.result(error.brokenLink)
  }
}

class Walk {
  readonly #ctx: RequestContext
  readonly #logId: string
  readonly #tree: Frontier = makeFrontier()
  readonly #lanes = new Map<number, Chain>()
  #heads: EvidenceHead[] = []
  #verified: { number: number; hash: Buffer; time: Date } | null = null

  constructor(ctx: RequestContext) {
    this.#ctx = ctx
    this.#logId = ctx.evidenceKeyOf().logId
  }

  result(brokenLink: BrokenLink | null, timeStamps: number | null = null): EvidenceChecked {
    return {
      rows: this.#tree.size,
      heads: this.#verified?.number ?? 0,
      timeStamps,
      latest: this.#verified?.hash.toString('hex') ?? null,
      signedAt: this.#verified?.time ?? null,
      brokenLink,
    }
  }

  async run(): Promise<void> {
    // Rows are appended during the check, so only heads that exist now must match.
    const last = await this.#ctx.db.evidenceHead.findFirst({
      where: { logId: this.#logId },
      orderBy: { number: 'desc' },
    })
    if (!last) return
    await this.#compareHeads()
    while (this.#tree.size < Number(last.size)) {
      const segments = await this.#nextSegments()
      if (segments[0]?.start !== this.#tree.size) throw headFinding(Number(last.number), 'tree_head')
      for (const pieces of readTogether(segments)) await this.#addPieces(pieces)
      // The heads in between decide over the rows before, so that a finding names the first of both.
      if (this.#heads.length > 0 && Number(this.#heads[0]?.size) < this.#tree.size)
        throw headFinding(Number(this.#heads[0]?.number), 'tree_head')
    }
  }

  #nextSegments(): Promise<Segment[]> {
    return this.#ctx.db.$queryRaw<Segment[]>`
      SELECT start::float8, lane::int, first_position::float8 AS first, rows, encode(last_hash, 'hex') AS "lastHash"
      FROM evidence_segments WHERE log_id = ${this.#logId} AND start >= ${this.#tree.size}::bigint
      ORDER BY start LIMIT 1000`
  }

  async #addPieces(pieces: readonly Piece[]): Promise<void> {
    const parts = pieces.map((piece) => partOf(piece, this.#chainOf(piece.lane).head))
    const found = Map.groupBy(await readLeafRows(this.#ctx.db, parts), ({ lane }) => lane)
    const readTile = tileReader(this.#ctx.db, this.#logId)
    for (const piece of pieces) await this.#addPiece(piece, found.get(piece.lane) ?? [], readTile)
  }

  async #addPiece(piece: Piece, inChain: readonly ReadRow[], readTile: ReadTile): Promise<void> {
    const { start, lane, first, rows, lastHash } = piece
    const chain = this.#chainOf(lane)
    if (start !== this.#tree.size || first !== chain.length + 1)
      throw new EvidenceFinding({ lane, position: first, rowId: null, kind: 'evidence_row' })
    const part = partOf(piece, chain.head)
    const found = inChain.filter(({ position }) => position > part.length && position <= part.to)
    const leaves = found.map((row) => leafHashOf(this.#ctx.evidenceKeyOf(), row))
    await this.#compareWithTiles(found, leaves, readTile)
    assertWhole(part, found)
    for (const [n, row] of found.entries()) this.#addRow(row, leaves[n] as Buffer, chain)
    if (lastHash !== null && chain.head !== lastHash)
      throw new EvidenceFinding({ lane, position: first + rows - 1, rowId: null, kind: 'rewritten' })
    this.#lanes.set(lane, chain)
    if (lastHash !== null) await this.#compareHeads()
  }

  #chainOf(lane: number): Chain {
    return this.#lanes.get(lane) ?? { lane, length: 0, head: BEGINNING, lastAt: 0 }
  }

  #addRow(row: ReadRow, leaf: Buffer, chain: Chain): void {
    const at = Date.parse(row.created_at ?? '')
    // Before the first head, times were not set by the database, or were those of sample data.
    const head = this.#verified?.time.getTime()
    const isOld =
      head !== undefined && (at < chain.lastAt - CLOCK_SLACK_MS || at < head - LONGEST_TRANSACTION_MS)
    if (isOld)
      throw new EvidenceFinding({ lane: row.lane, position: row.position, rowId: row.id, kind: 'backdated' })
    this.#tree.add(leaf)
    chain.length = row.position
    chain.head = row.hash
    chain.lastAt = head === undefined ? 0 : at
  }

  /** Names the first row that is not the one that was appended, before its chain would. */
  async #compareWithTiles(
    rows: readonly ReadRow[],
    leaves: readonly Buffer[],
    readTile: ReadTile,
  ): Promise<void> {
    for (const [n, row] of rows.entries()) {
      const index = this.#tree.size + n
      const offset = (index % TILE_WIDTH) * 32
      const tile = await readTile(0, Math.floor(index / TILE_WIDTH)).catch(() => null)
      if (!tile?.subarray(offset, offset + 32).equals(leaves[n] as Buffer))
        throw new EvidenceFinding({
          lane: row.lane,
          position: row.position,
          rowId: row.id,
          kind: 'evidence_row',
        })
    }
  }

  /** Compares the heads of exactly this size, and opens the next ones. */
  async #compareHeads(): Promise<void> {
    for (;;) {
      if (this.#heads.length === 0) {
        this.#heads = await this.#ctx.db.evidenceHead.findMany({
          where: { logId: this.#logId, number: { gt: this.#verified?.number ?? 0 } },
          orderBy: { number: 'asc' },
          take: AT_ONCE,
        })
        if (this.#heads.length === 0) return
      }
      const head = this.#heads[0] as EvidenceHead
      if (Number(head.size) > this.#tree.size) return
      this.#compareHead(head)
      this.#heads.shift()
    }
  }

  #compareHead(stored: EvidenceHead): void {
    const { publicKey } = this.#ctx.evidenceKeyOf()
    const number = Number(stored.number)
    const head = openNote(stored.note, originOf(this.#logId), publicKey)
    const isRight =
      head !== null &&
      isStoredAs(head, stored) &&
      number === (this.#verified?.number ?? 0) + 1 &&
      head.previous.equals(this.#verified?.hash ?? Buffer.alloc(32)) &&
      head.size === this.#tree.size &&
      head.root.equals(this.#tree.root()) &&
      head.chains.equals(chainsDigest([...this.#lanes.values()].sort((a, b) => a.lane - b.lane)))
    if (!isRight) throw headFinding(number, 'tree_head')
    if (this.#verified && head.time.getTime() < this.#verified.time.getTime() - CLOCK_SLACK_MS)
      throw headFinding(this.#verified.number, 'clock')
    this.#verified = { number, hash: textHash(textOf(stored.note)), time: head.time }
  }
}
