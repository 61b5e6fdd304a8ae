import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { showInstantDay } from '#domain/dates.ts'
import { type DisclosureBasis, disclosureBases, disclosureBasisLabels } from '#domain/records/forwarding.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { signedFormsQuery } from './accountingDocuments.ts'

type Props = {
  patientId: string
  basis: DisclosureBasis
  onBasis: (basis: DisclosureBasis) => void
  consentRequestId: string
  onConsentRequestId: (id: string) => void
  reference: string
  onReference: (reference: string) => void
}

/** The legal basis of a disclosure, with the signed form or the document that it needs. */
export function BasisFields(props: Props) {
  const { patientId, basis, onBasis, consentRequestId, onConsentRequestId, reference, onReference } = props
  return (
    <>
      <SelectField
        name="basis"
        label="Legal basis"
        isRequired
        options={disclosureBases.map((id) => ({ id, label: disclosureBasisLabels[id] }))}
        value={basis}
        onChange={(id) => onBasis(id as DisclosureBasis)}
      />
      {basis === 'authorization' && (
        <FormField patientId={patientId} value={consentRequestId} onChange={onConsentRequestId} />
      )}
      <TextField
        name="basisReference"
        label="Document or number"
        isRequired={basis === 'subpoena' || basis === 'court_order'}
        description="For example the number of the court order"
        value={reference}
        onChange={onReference}
      />
    </>
  )
}

type FormFieldProps = { patientId: string; value: string; onChange: (id: string) => void }

/** Asks under which signed form of the patient it was made. */
function FormField({ patientId, value, onChange }: FormFieldProps) {
  const { timeZone } = useFrame()
  const [{ data }] = useQuery({ query: signedFormsQuery, variables: { patientId } })
  const signed = (data?.consentRequests.edges ?? []).flatMap(({ node: { id, state, closedAt } }) =>
    state === 'signed' && closedAt ? [{ id, label: `Signed on ${showInstantDay(closedAt, timeZone)}` }] : [],
  )
  return (
    <SelectField
      name="consentRequestId"
      label="Signed form"
      isRequired
      placeholder={data && signed.length === 0 ? 'This patient has signed no form' : 'Choose a form'}
      options={signed}
      value={value || null}
      onChange={onChange}
    />
  )
}
