import { useState } from 'react'
import { useSubmit } from '#client/useSubmit.ts'
import { CONTENT_MAX, manualBasisProblems, requestPatientEvidenceInput } from '#domain/accounting/inputs.ts'
import { DATA_EXPORT_HOURS } from '#domain/exports/dataExport.ts'
import type { DisclosureBasis } from '#domain/records/forwarding.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useDataExports } from '../reports/useDataExports.tsx'
import { BasisFields } from './BasisFields.tsx'

const RequestPatientEvidence = graphql(`
  mutation ExportPatientEvidenceDialog($input: RequestPatientEvidenceInput!) {
    requestPatientEvidence(input: $input) { id state }
  }
`)

const nothing = {
  recipientName: '',
  recipientAddress: '',
  purpose: '',
  basisReference: '',
  consentRequestId: '',
}

/** Exports the evidence about a patient for a recipient outside, whom the accounting of disclosures then names. */
export function ExportPatientEvidenceDialog({
  patientId,
  onClose,
}: {
  patientId: string
  onClose: () => void
}) {
  const [typed, setTyped] = useState(nothing)
  const [basis, setBasis] = useState<DisclosureBasis>('subpoena')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const { list, isWriting, look } = useDataExports({ kind: 'evidence', patientId })
  const set = (name: keyof typeof nothing) => (value: string) =>
    setTyped((before) => ({ ...before, [name]: value }))
  const { submit, errors, isPending } = useSubmit({
    document: RequestPatientEvidence,
    input: requestPatientEvidenceInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to export the evidence',
    onDone() {
      setTyped(nothing)
      look()
    },
  })

  function request() {
    const { consentRequestId, ...texts } = typed
    const given = {
      ...{ patientId, ...texts, basis },
      ...(basis === 'authorization' && { consentRequestId: consentRequestId || null }),
    }
    const problems = manualBasisProblems(given)
    setMissing(problems)
    if (Object.keys(problems).length === 0) void submit(given)
  }

  return (
    <Dialog
      title="Export Evidence"
      isGrowing
      description={`Exports the rows of the audit log about this patient with their proofs, and the signed forms, in one zip file that a stranger can verify without Caseload. The accounting of disclosures gets an entry at once. You can download the file for ${DATA_EXPORT_HOURS} hours. All administrators are notified.`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={{ ...missing, ...errors }} onSubmit={request}>
        <DialogBody>
          {!isWriting && (
            <>
              <TextField
                name="recipientName"
                label="Recipient"
                isRequired
                value={typed.recipientName}
                onChange={set('recipientName')}
              />
              <TextField
                name="recipientAddress"
                label="Address of the recipient"
                description="If you know it"
                value={typed.recipientAddress}
                maxLength={CONTENT_MAX}
                onChange={set('recipientAddress')}
              />
              <TextArea
                name="purpose"
                label="Purpose"
                isRequired
                rows={2}
                value={typed.purpose}
                maxLength={CONTENT_MAX}
                onChange={set('purpose')}
              />
              <BasisFields
                patientId={patientId}
                basis={basis}
                onBasis={setBasis}
                consentRequestId={typed.consentRequestId}
                onConsentRequestId={set('consentRequestId')}
                reference={typed.basisReference}
                onReference={set('basisReference')}
              />
            </>
          )}
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
