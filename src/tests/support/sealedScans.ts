import { createHash } from 'node:crypto'
import { makeSeal } from '#infra/signing/seal.ts'
import type { SealIdentity } from '#infra/signing/sealCms.ts'
import { type FiledScan, makeRenderSealedScan } from '#infra/signing/sealedScan.ts'
import { quickSeal } from './seal.ts'

/** When the scans are sealed. */
export const sealedAt = new Date('2026-01-05T15:06:00Z')

/** A filed scan with this content. */
export function aScan(content: Buffer, facts: Partial<FiledScan> = {}): FiledScan {
  return {
    file: {
      content,
      name: 'consent.pdf',
      mimeType: 'application/pdf',
      sha256: createHash('sha256').update(content).digest('hex'),
    },
    requestId: '0199a1b2-aaaa-7bbb-8ccc-0123456789ab',
    patientName: 'Maren Lindqvist',
    signerName: 'Olga Lindqvist',
    representativeRelation: 'Mother',
    witnessName: 'Wes Witness',
    interpreterName: null,
    signedOn: '2026-01-02',
    filedAt: new Date('2026-01-05T15:05:00Z'),
    filedBy: 'Sam Okoye',
    head: { sha256: 'ef'.repeat(32), signedAt: new Date('2026-01-05T15:04:30Z') },
    ...facts,
  }
}

/** Makes the sealed scan. */
export async function sealedScan(scan: FiledScan, identity?: SealIdentity) {
  const seal = await makeSeal(identity ?? (await quickSeal()))
  const render = makeRenderSealedScan(async () => seal, 'https://clinic.test')
  return render(scan, { name: 'Test Clinic', timeZone: 'America/New_York' }, sealedAt)
}
