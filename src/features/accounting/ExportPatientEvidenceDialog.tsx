import { useState } from 'react'
import { useSubmit } from '#client/useSubmit.ts'
import { manualBasisProblems, requestPatientEvidenceInput } from '#domain/accounting/inputs.ts'
import { DATA_EXPORT_HOURS } from '#domain/exports/dataExport.ts'
import { legalBases } from '#domain/records/forwarding.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { useDataExports } from '../reports/useDataExports.tsx'
import { useRecipientFields } from './useRecipientFields.tsx'

const RequestPatientEvidence = graphql(`
  mutation ExportPatientEvidenceDialog($input: RequestPatientEvidenceInput!) {
    requestPatientEvidence(input: $input) { id state }
  }
`)

/** Exports the evidence about a patient for a recipient outside, whom the accounting of disclosures then names. */
export function ExportPatientEvidenceDialog({
  patientId,
  onClose,
}: {
  patientId: string
  onClose: () => void
}) {
  const recipient = useRecipientFields(patientId, legalBases)
  const [missing, setMissing] = useState<Record<string, string>>({})
  const { list, isWriting, look } = useDataExports({ kind: 'evidence', patientId })
  const { submit, errors, isPending } = useSubmit({
    document: RequestPatientEvidence,
    input: requestPatientEvidenceInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to export the evidence',
    onDone() {
      recipient.clear()
      look()
    },
  })

  function request() {
    const given = { ...recipient.given, patientId }
    const problems = manualBasisProblems(given)
    setMissing(problems)
    if (Object.keys(problems).length === 0) void submit(given)
  }

  return (
    <Dialog
      title="Export Evidence"
      isGrowing
      description={`Exports the rows of the audit log about this patient with their proofs, and the signed forms, including scans of paper forms, in one zip file that anyone can verify without Caseload. The accounting of disclosures gets an entry at once. You can download the file for ${DATA_EXPORT_HOURS} hours. All administrators are notified.`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={{ ...missing, ...errors }} onSubmit={request}>
        <DialogBody>
          {!isWriting && recipient.fields()}
          {list}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Close</Button>
          {!isWriting && (
            <Button type="submit" variant="primary" icon="download" isPending={isPending}>
              Export Evidence
            </Button>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
