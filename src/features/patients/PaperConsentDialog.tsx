import { useRef, useState } from 'react'
import { useQuery } from 'urql'
import * as z from 'zod/mini'
import { useFrame } from '#client/frame.ts'
import { type Sending, sendForm } from '#client/sendForm.ts'
import { failed, toast } from '#client/toast.ts'
import { paperLineProblems } from '#domain/consent/attestation.ts'
import { authorities, authorityLabels, paperSignerProblems } from '#domain/consent/representative.ts'
import { describePaperConsentInput } from '#domain/consent/signingInputs.ts'
import { chosenTerms } from '#domain/consent/terms.ts'
import { clinicDay } from '#domain/dates.ts'
import { fieldMessages } from '#domain/fieldMessages.ts'
import { NO_FILE } from '#domain/records/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Progress } from '#ui/Bar.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'
import { type ChosenRecipients, RecipientsField } from './RecipientsField.tsx'
import { asScopeInput, everyRecord, ScopeField } from './ScopeField.tsx'

const ENDINGS = ['.pdf', '.jpg', '.jpeg', '.png', '.tif', '.tiff']
const NOTHING_TYPED = {
  signedOn: '',
  endsOn: '',
  authority: '',
  representativeName: '',
  representativeRelation: '',
  witnessName: '',
  witnessRelation: '',
  interpreterName: '',
  interpreterLanguage: '',
}
const signers = [
  { id: '', label: 'The patient' },
  ...authorities.map((id) => ({ id, label: authorityLabels[id] })),
]
const Lines = graphql(
  `query PaperConsentDialog($patientId: ID!) { paperConsentLines(patientId: $patientId) }`,
)

const words = { refused: 'Upload failed', fallback: 'Failed to record paper consent' }

/** Records a paper consent: its scan, and what it says about who signed, who saw it, and what it permits. */
export function PaperConsentDialog({ patient, onClose }: PatientDialogProps) {
  const { timeZone, now } = useFrame()
  const [{ data: asked }] = useQuery({
    query: Lines,
    variables: { patientId: patient.id },
    requestPolicy: 'network-only',
  })
  const lines = asked?.paperConsentLines ?? []
  const [file, setFile] = useState<File | null>(null)
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [recipients, setRecipients] = useState<ChosenRecipients>(null)
  const [scope, setScope] = useState(everyRecord)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [share, setShare] = useState<number | null>(null)
  const sending = useRef<Sending | null>(null)
  const set = (name: keyof typeof typed) => (value: string) =>
    setTyped((before) => ({ ...before, [name]: value }))

  function setSigner(authority: string): void {
    const noRepresentative = { representativeName: '', representativeRelation: '' }
    setTyped((before) => ({ ...before, ...(!authority && noRepresentative), authority }))
  }

  async function record(): Promise<void> {
    if (share !== null) return
    const parsed = z.safeParse(describePaperConsentInput, typed)
    const terms = z.safeParse(z.object(chosenTerms), {
      recipients,
      scope: asScopeInput(scope),
    })
    const found = {
      ...(!file && { file: NO_FILE }),
      ...(parsed.success
        ? { ...paperLineProblems(lines, parsed.data), ...paperSignerProblems(parsed.data, null) }
        : fieldMessages(parsed.error)),
      ...(!terms.success && fieldMessages(terms.error)),
    }
    setProblems(found)
    if (!file || !parsed.success || !terms.success || Object.keys(found).length > 0) return
    setShare(0)
    sending.current = sendForm(
      `/api/patients/${patient.id}/consent-form`,
      formOf(file, {
        ...typed,
        ...(recipients && { recipients: JSON.stringify(recipients) }),
        scope: JSON.stringify(asScopeInput(scope)),
      }),
      setShare,
      words,
    )
    const outcome = await sending.current.outcome
    setShare(null)
    if (outcome.kind === 'refused') failed({ description: outcome.message, detail: outcome.detail })
    if (outcome.kind !== 'done') return
    toast.success('Success', 'Paper consent recorded successfully')
    onClose()
  }

  return (
    <Dialog
      title="Record Paper Consent"
      isGrowing
      description={`${fullName(patient)}. The scan is kept as the signed form${patient.status === 'consent_sent' ? ', and the link that was sent stops working' : ''}.`}
      onClose={onClose}
      isPending={share !== null}
    >
      <Form validationErrors={problems} onSubmit={() => void record()}>
        <DialogBody>
          <FileDrop
            label="Scan of the signed form"
            buttonLabel={file ? 'Choose Another File' : 'Choose File'}
            accept={ENDINGS}
            isDisabled={share !== null}
            error={problems.file}
            onFiles={([chosen]) => setFile(chosen ?? null)}
          >
            {file ? file.name : 'or drop or paste it here. PDF, JPG, PNG or TIFF.'}
          </FileDrop>
          {share !== null && <Progress share={share} label="Uploading the scan" />}
          <FieldPair>
            <DateField
              name="signedOn"
              label="Signed On"
              isRequired
              value={typed.signedOn}
              onChange={set('signedOn')}
              max={clinicDay(now, timeZone)}
            />
            <DateField
              name="endsOn"
              label="Valid Until"
              description="If the form states a day"
              value={typed.endsOn}
              onChange={set('endsOn')}
            />
          </FieldPair>
          <SelectField
            name="authority"
            label="Signed By"
            options={signers}
            value={typed.authority}
            onChange={setSigner}
          />
          {typed.authority && (
            <FieldPair>
              <TextField
                name="representativeName"
                label="Name of the Representative"
                isRequired
                value={typed.representativeName}
                onChange={set('representativeName')}
              />
              <TextField
                name="representativeRelation"
                label="Relation to the Patient"
                description="For example: mother"
                isRequired
                value={typed.representativeRelation}
                onChange={set('representativeRelation')}
              />
            </FieldPair>
          )}
          <TextField
            name="witnessName"
            label="Witness"
            description="Who saw the form being signed"
            isRequired
            value={typed.witnessName}
            onChange={set('witnessName')}
          />
          {lines.includes('witness') && (
            <TextField
              name="witnessRelation"
              label="Relation or Organization of the Witness"
              isRequired
              value={typed.witnessRelation}
              onChange={set('witnessRelation')}
            />
          )}
          {lines.includes('interpreter') && (
            <FieldPair>
              <TextField
                name="interpreterName"
                label="Interpreter"
                description="Leave empty if none helped"
                value={typed.interpreterName}
                onChange={set('interpreterName')}
              />
              <TextField
                name="interpreterLanguage"
                label="Language of the Interpreter"
                value={typed.interpreterLanguage}
                onChange={set('interpreterLanguage')}
              />
            </FieldPair>
          )}
          <p>Enter what the signed form says. It decides who may see which records.</p>
          <RecipientsField assigned={patient.assignedAttorney} errors={problems} onChange={setRecipients} />
          <ScopeField scope={scope} errors={problems} onChange={setScope} />
        </DialogBody>
        <DialogFoot>
          {share === null ? (
            <DialogClose>Cancel</DialogClose>
          ) : (
            <Button onClick={() => sending.current?.cancel()}>Cancel Upload</Button>
          )}
          <Button type="submit" variant="primary" icon="upload" isPending={share !== null}>
            Record Consent
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

function formOf(file: File, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return form
}
