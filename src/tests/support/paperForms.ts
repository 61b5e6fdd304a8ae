import { receivedFile } from '#domain/records/receivedFile.ts'
import { recordPaperConsent } from '#operations/consent/recordPaperConsent.ts'
import type { TermChoices } from '#operations/consent/termsFor.ts'
import type { OperationContext } from '#operations/context.ts'
import { inPieces, sample } from './recordFiles.ts'

/** Records the scan of a paper form for a patient. */
export async function bringPaper(
  staff: OperationContext,
  patientId: string,
  content = sample('rotation.pdf'),
  terms: TermChoices & object = {},
) {
  const taken = await staff.recordStore.put(inPieces(content))
  const details = { fileName: 'consent.pdf', mimeType: 'application/pdf', keptSha256: null, removed: [] }
  const file = receivedFile({ ...details, ...taken })
  return recordPaperConsent(staff, {
    patientId,
    file,
    signedOn: '2026-01-02',
    witnessName: 'Wes Witness',
    ...terms,
  })
}
