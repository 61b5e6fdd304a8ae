import { useQuery } from 'urql'
import { toldFailure } from '#client/failure.ts'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { showDay } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientDialogQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Description, DescriptionList } from '#ui/DescriptionList.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Age, Moment, MomentDay } from '../time/Moment.tsx'
import { where } from './PatientDialog.css.ts'
import { fullName, type PatientRow } from './PatientRow.ts'
import { WherePatientIs } from './WherePatientIs.tsx'

export const patientDialogQuery = graphql(`
  query PatientDialog($id: ID!) {
    patient(id: $id) {
      ...PatientRow
      address notes dateOfBirth dateOfInjury injuryDescription
      consentSignedAt consentIsManual consentFormUrl
      dropReason droppedAt droppedBy { id firstName lastName }
      createdBy { id firstName lastName }
    }
  }
`)

type Patient = PatientDialogQuery['patient']
type Props = { patientId: string; onEdit: (patient: PatientRow) => void; onClose: () => void }

/** Everything about one patient. Opening it is recorded; its address can be sent to a colleague. */
export function PatientDialog({ patientId, onEdit, onClose }: Props) {
  const { viewer } = useFrame()
  const [{ data, error }] = useQuery({ query: patientDialogQuery, variables: { id: patientId } })
  const patient = data?.patient
  return (
    <Dialog title={patient ? fullName(patient) : 'Patient'} size="wide" onClose={onClose}>
      <DialogBody>
        {error && (
          <Banner tone="critical" isAlert>
            {toldFailure(error, 'The patient could not be opened').message}
          </Banner>
        )}
        {!patient && !error && <Skeleton />}
        {patient && <Overview patient={patient} />}
      </DialogBody>
      <DialogFoot>
        <DialogClose>Close</DialogClose>
        {patient && can(viewer, 'patient.edit') && (
          <Button variant="primary" icon="edit" onClick={() => onEdit(patient)}>
            Edit Patient
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

function Overview({ patient }: { patient: Patient }) {
  return (
    <>
      <div className={where}>
        <WherePatientIs status={patient.status} />
        <Age since={patient.statusSince} />
      </div>
      {patient.droppedAt && patient.dropReason && (
        <Banner tone="critical" icon="slash" title="Dropped from the caseload">
          {patient.dropReason} ({patient.droppedBy ? `${fullName(patient.droppedBy)}, ` : ''}
          <Moment at={patient.droppedAt} />)
        </Banner>
      )}
      <DescriptionList>
        <Description label="Email">{patient.email}</Description>
        <Description label="Phone">{patient.phone}</Description>
        <Description label="Date of Birth">{patient.dateOfBirth && showDay(patient.dateOfBirth)}</Description>
        <Description label="Date of Injury">
          {patient.dateOfInjury && showDay(patient.dateOfInjury)}
        </Description>
        <Description label="Assigned Attorney" empty="Unassigned">
          {patient.assignedAttorney && fullName(patient.assignedAttorney)}
        </Description>
        <Description label="Consent" empty="Not signed yet">
          <Consent patient={patient} />
        </Description>
        <Description label="Consultation" empty="Not scheduled">
          {patient.consultationDate &&
            `${showDay(patient.consultationDate)}, ${patient.consultationTime}, ${patient.consultationLocation}`}
        </Description>
        <Description label="Created">
          <MomentDay at={patient.createdAt} /> by {fullName(patient.createdBy)}
        </Description>
        <Description label="Address" isWide>
          {patient.address}
        </Description>
        <Description label="Injury Description" isWide>
          {patient.injuryDescription}
        </Description>
        <Description label="Notes" isWide empty="None">
          {patient.notes}
        </Description>
      </DescriptionList>
    </>
  )
}

function Consent({ patient }: { patient: Patient }) {
  if (!patient.consentSignedAt) return 'Not signed yet'
  return (
    <>
      Signed <MomentDay at={patient.consentSignedAt} />
      {patient.consentIsManual && !patient.consentFormUrl && ' (recorded manually, no form on file)'}{' '}
      {patient.consentFormUrl && (
        <ButtonLink href={patient.consentFormUrl} size="small" icon="download" download>
          Download Form
        </ButtonLink>
      )}
    </>
  )
}
