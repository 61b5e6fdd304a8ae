import { type BrokenLink, describeBrokenLink } from '#domain/audit/integrity.ts'

/** Thrown where the database contradicts the evidence log, so that no head is signed over it. */
export class EvidenceFinding extends Error {
  override name = 'EvidenceFinding'
  readonly brokenLink: BrokenLink

  constructor(brokenLink: BrokenLink) {
    super(describeBrokenLink(brokenLink))
    this.brokenLink = brokenLink
  }
}

/** A finding about a tree head, which belongs to no chain. */
export const headFinding = (number: number, kind: 'tree_head' | 'clock' | 'time_stamp'): EvidenceFinding =>
  new EvidenceFinding({ lane: 0, position: number, rowId: null, kind })
