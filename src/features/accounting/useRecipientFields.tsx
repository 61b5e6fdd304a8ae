import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { CONTENT_MAX } from '#domain/accounting/inputs.ts'
import { showInstantDay } from '#domain/dates.ts'
import { type DisclosureBasis, disclosureBasisLabels } from '#domain/records/forwarding.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextField } from '#ui/TextField.tsx'
import { signedFormsQuery } from './accountingDocuments.ts'

const nothing = {
  recipientName: '',
  recipientAddress: '',
  purpose: '',
  basisReference: '',
  consentRequestId: '',
}

/**
 * The fields for who receives a disclosure, why, and on which of the legal bases. `given` has their values for the server, and
 * `fields` takes what stands between the recipient and the purpose.
 */
export function useRecipientFields<Basis extends DisclosureBasis>(
  patientId: string,
  bases: readonly Basis[],
) {
  const [basis, setBasis] = useState<Basis>('subpoena' as Basis)
  const [typed, setTyped] = useState(nothing)
  const set = (name: keyof typeof nothing) => (value: string) =>
    setTyped((before) => ({ ...before, [name]: value }))
  const { consentRequestId, ...texts } = typed
  const given = {
    ...texts,
    basis,
    ...(basis === 'authorization' && { consentRequestId: consentRequestId || null }),
  }
  const clear = () => {
    setTyped(nothing)
    setBasis('subpoena' as Basis)
  }
  const fields = (between?: ReactNode) => (
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
        label="Address of the Recipient"
        description="If you know it"
        value={typed.recipientAddress}
        maxLength={CONTENT_MAX}
        onChange={set('recipientAddress')}
      />
      {between}
      <TextArea
        name="purpose"
        label={basis === 'mistake' ? 'What Happened' : 'Purpose'}
        isRequired
        rows={2}
        value={typed.purpose}
        maxLength={CONTENT_MAX}
        onChange={set('purpose')}
      />
      <SelectField
        name="basis"
        label="Legal Basis"
        isRequired
        options={bases.map((id) => ({ id, label: disclosureBasisLabels[id] }))}
        value={basis}
        onChange={(id) => setBasis(id as Basis)}
        description={
          basis === 'mistake' &&
          'Assess whether it is a breach (45 CFR 164.402). The patient must be told of a breach within 60 days (164.404).'
        }
      />
      {basis === 'authorization' && (
        <FormField patientId={patientId} value={consentRequestId} onChange={set('consentRequestId')} />
      )}
      <TextField
        name="basisReference"
        label="Document or Number"
        isRequired={basis === 'subpoena' || basis === 'court_order'}
        description="For example the number of the court order"
        value={typed.basisReference}
        onChange={set('basisReference')}
      />
    </>
  )
  return { given, fields, clear }
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
      label="Signed Form"
      isRequired
      placeholder={data && signed.length === 0 ? 'This patient has signed no form' : 'Choose a form'}
      options={signed}
      value={value || null}
      onChange={onChange}
    />
  )
}
