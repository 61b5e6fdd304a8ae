import { lazy, useState } from 'react'
import { useQuery } from 'urql'
import { changeAddress } from '#client/address.ts'
import { toldFailure } from '#client/failure.ts'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientDialogQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { notOnPhone, page, pages } from './PatientDialog.css.ts'
import { PatientOverview } from './PatientOverview.tsx'
import { fullName, type PatientRow } from './PatientRow.ts'

const Notes = lazy(() => import('../notes/Notes.tsx').then((one) => ({ default: one.Notes })))
const Records = lazy(() => import('../records/RecordsList.tsx').then((one) => ({ default: one.RecordsList })))
const Consent = lazy(() => import('./PatientConsent.tsx').then((one) => ({ default: one.PatientConsent })))
const Disclosures = lazy(() =>
  import('../records/Disclosures.tsx').then((one) => ({ default: one.Disclosures })),
)
const LegalHold = lazy(() =>
  import('../legalHolds/LegalHoldDialog.tsx').then((one) => ({ default: one.LegalHoldDialog })),
)
const Activity = lazy(() => import('./PatientActivity.tsx').then((one) => ({ default: one.PatientActivity })))

export const patientDialogQuery = graphql(`
  query PatientDialog($id: ID!) {
    patient(id: $id) {
      ...PatientRow
      ...HeldChart
      address notes dateOfBirth dateOfInjury injuryDescription
      consentSignedAt consentRevokedAt consentExpiresAt consentIsManual consentFormUrl
      dropReason droppedAt droppedBy { id firstName lastName }
      createdBy { id firstName lastName }
    }
    patientStatusHistory(patientId: $id, first: 50) {
      edges { node { id from to changedAt changedBy { id firstName lastName } } }
    }
  }
`)

type Props = {
  patientId: string
  /** The page shown, as the address names it; an unknown one is the first. */
  tab: string | null
  onEdit: (patient: PatientRow) => void
  onClose: () => void
}

/** Everything about one patient. Opening it is recorded; its address can be sent to a colleague. */
export function PatientDialog({ patientId, tab, onEdit, onClose }: Props) {
  const { viewer } = useFrame()
  const [isHoldAsked, setHoldAsked] = useState(false)
  const [{ data, error }] = useQuery({ query: patientDialogQuery, variables: { id: patientId } })
  const patient = data?.patient
  return (
    <Dialog title={patient ? fullName(patient) : 'Patient'} size="wide" onClose={onClose}>
      <DialogBody>
        {error && !patient && (
          <Banner tone="critical" isAlert>
            {toldFailure(error, 'The patient could not be opened').message}
          </Banner>
        )}
        {!patient && !error && <Skeleton />}
        {data && <PatientPages data={data} tab={tab} />}
      </DialogBody>
      <DialogFoot>
        <DialogClose>Close</DialogClose>
        {patient && (
          <span className={notOnPhone}>
            <Button icon="file" onClick={() => window.print()}>
              Print
            </Button>
          </span>
        )}
        {patient && can(viewer, 'legalHold.place') && (
          <Button icon="lock" onClick={() => setHoldAsked(true)}>
            Legal Hold
          </Button>
        )}
        {patient && can(viewer, 'patient.edit') && (
          <Button variant="primary" icon="edit" onClick={() => onEdit(patient)}>
            Edit Patient
          </Button>
        )}
      </DialogFoot>
      {patient && isHoldAsked && (
        <OnDemand>
          <LegalHold patient={patient} onClose={() => setHoldAsked(false)} />
        </OnDemand>
      )}
    </Dialog>
  )
}

function PatientPages({ data, tab }: { data: PatientDialogQuery; tab: string | null }) {
  const { viewer } = useFrame()
  const { patient, patientStatusHistory } = data
  const items = [
    {
      id: 'overview',
      label: 'Overview',
      panel: <PatientOverview patient={patient} history={patientStatusHistory} />,
    },
    { id: 'notes', label: 'Notes', panel: <Notes patient={patient} /> },
    { id: 'records', label: 'Records', panel: <Records patient={patient} /> },
    { id: 'consent', label: 'Consent', panel: <Consent patientId={patient.id} /> },
    ...(can(viewer, 'disclosure.list')
      ? [{ id: 'disclosures', label: 'Disclosures', panel: <Disclosures patient={patient} /> }]
      : []),
    { id: 'activity', label: 'Activity', panel: <Activity patientId={patient.id} /> },
  ].map(({ panel, ...item }) => ({
    ...item,
    panel: (
      <div className={page}>
        <OnDemand>{panel}</OnDemand>
      </div>
    ),
  }))
  const selected = items.some(({ id }) => id === tab) ? tab : 'overview'
  return (
    <div className={pages}>
      <Tabs
        label="Patient"
        items={items}
        selected={selected ?? 'overview'}
        onSelect={(id) => changeAddress({ tab: id === 'overview' ? null : id }, { replace: true })}
      />
    </div>
  )
}
