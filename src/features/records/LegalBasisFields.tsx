import { disclosureBasisLabels, type LegalBasis, legalBases } from '#domain/records/forwarding.ts'
import { BASIS_MAX } from '#domain/records/forwardingInputs.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextField } from '#ui/TextField.tsx'

/** What permits a forwarding; another basis than the signed form needs its reference and reason. */
export type ChosenBasis = { basis: LegalBasis; basisReference?: string; basisReason?: string }

type Props = {
  legal: ChosenBasis
  /** Whether no signed form is in force. */
  isFormless: boolean
  onChange: (legal: ChosenBasis) => void
}

/** Asks for the legal basis of a forwarding. */
export function LegalBasisFields({ legal, isFormless, onChange }: Props) {
  const { basis, basisReference = '', basisReason = '' } = legal
  return (
    <>
      <SelectField
        name="basis"
        label="Legal Basis"
        isRequired
        options={legalBases
          .filter((id) => !isFormless || id !== 'authorization')
          .map((id) => ({ id, label: disclosureBasisLabels[id] }))}
        value={basis}
        onChange={(id) => onChange({ ...legal, basis: id as LegalBasis })}
        description="A recipient whom the signed form does not name needs another legal basis."
      />
      {basis !== 'authorization' && (
        <>
          <TextField
            name="basisReference"
            label="Document or Number"
            isRequired
            value={basisReference}
            maxLength={BASIS_MAX}
            onChange={(value) => onChange({ ...legal, basisReference: value })}
            description="For example the number of the court order"
          />
          <TextArea
            name="basisReason"
            label="Why on This Basis"
            isRequired
            rows={2}
            value={basisReason}
            maxLength={BASIS_MAX}
            onChange={(value) => onChange({ ...legal, basisReason: value })}
          />
        </>
      )}
    </>
  )
}
