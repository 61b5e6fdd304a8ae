import type { Database } from '#infra/database.ts'
import type { VerifyWith } from '#infra/evidence/logKey.ts'
import type { EvidenceHead } from '#infra/prisma/client.ts'
import { type Checkpoint, readCheckpoint, type VerifyText } from './checkpoint.ts'

/** A stored head with its content. */
export type Head = {
  number: number
  note: string
  noteSha256: string
  publicKey: Buffer
  checkpoint: Checkpoint
}

/** The content of a stored head, or `null` if its signature does not verify. */
export function readHead(stored: EvidenceHead, verifyWith: VerifyWith): Head | null {
  const publicKey = Buffer.from(stored.publicKey)
  const verify: VerifyText = (text, signature) => verifyWith(publicKey, text, signature)
  const checkpoint = readCheckpoint(stored.note, publicKey, verify)
  const { note, noteSha256 } = stored
  return checkpoint && { number: Number(stored.number), note, noteSha256, publicKey, checkpoint }
}

/** The newest stored head. */
export const lastHead = (db: Database): Promise<EvidenceHead | null> =>
  db.evidenceHead.findFirst({ orderBy: { number: 'desc' } })
