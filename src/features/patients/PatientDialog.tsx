import { useCallback, useEffect } from 'react'
import { createRequest, useClient, useQuery } from 'urql'
import { changeAddress } from '#client/address.ts'
import { forget, rootFields } from '#client/cacheEviction.ts'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { chartActions } from '#domain/patients/chartActions.ts'
import type { RowActionId } from '#domain/patients/rowAction.ts'
import type { PatientDialogQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { lazy } from '#ui/lazy.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { visuallyHidden } from '#ui/type.css.ts'
import { PrintButton } from '../frame/PrintButton.tsx'
import { rememberPatient } from '../frame/recentPatients.ts'
import { ActionButton } from './ActionButton.tsx'
import { listMenu } from './listMenu.ts'
import { asMenuItem } from './PatientActions.tsx'
import { notOnPhone, onEveryScreen, page } from './PatientDialog.css.ts'
import { PatientOverview } from './PatientOverview.tsx'
import { asRow, fullName, type PatientRow } from './PatientRow.ts'
import { patientDialogQuery } from './patientDialogQuery.ts'
import { useStatusNews } from './useStatusNews.ts'

const skeleton = <Skeleton />
const LockedChart = lazy(() => import('../restrictions/LockedChart.tsx').then((one) => one.LockedChart))
const ChartRestriction = lazy(() =>
  import('../restrictions/ChartRestriction.tsx').then((one) => one.ChartRestriction),
)
const Notes = lazy(() => import('../notes/Notes.tsx').then((one) => one.Notes), skeleton)
const Records = lazy(() => import('../records/RecordsTab.tsx').then((one) => one.RecordsTab), skeleton)
const Consent = lazy(() => import('./PatientConsent.tsx').then((one) => one.PatientConsent), skeleton)
const Tasks = lazy(() => import('./PatientTasks.tsx').then((one) => one.PatientTasks), skeleton)
const Disclosures = lazy(() => import('../records/Disclosures.tsx').then((one) => one.Disclosures), skeleton)
const Activity = lazy(() => import('./PatientActivity.tsx').then((one) => one.PatientActivity), skeleton)

type Props = {
  patientId: string
  /** The tab in the URL; an unknown one means the first. */
  tab: string | null
  /** Starts the row action of that name. */
  onAction: (action: RowActionId, patient: PatientRow) => void
  /** The action that is running for this patient. */
  pendingAction: RowActionId | undefined
  /** Called when the chart asks for its data itself. */
  onShown: () => void
  onClose: () => void
}

/** Everything about one patient. Opening it is audited, and its URL can be shared with a colleague. */
export function PatientDialog({ patientId, tab, onAction, pendingAction, onShown, onClose }: Props) {
  const { viewer } = useFrame()
  const [{ data, error }, refetch] = useQuery({ query: patientDialogQuery, variables: { id: patientId } })
  const readAgain = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch])
  const patient = data?.patient
  const isRefused = Boolean(error && !patient)
  const client = useClient()
  // The list asks for the chart until its code has loaded. A query that two components share cannot be read again.
  useEffect(() => onShown(), [onShown])
  // Otherwise the cache would still show a chart that was restricted while it was open.
  useEffect(() => {
    if (isRefused) forget(client, rootFields(createRequest(patientDialogQuery, { id: patientId })))
  }, [isRefused, client, patientId])
  const isOpened = Boolean(patient)
  useEffect(() => {
    if (isOpened) rememberPatient(viewer.id, patientId)
  }, [isOpened, viewer.id, patientId])
  const offer = patient && chartActions(viewer, asRow(patient))
  const refusal = error && !patient && errorMessage(error, 'The patient could not be opened')
  const mayEdit = can(viewer, 'patient.edit') && !refusal
  return (
    <Dialog
      title={patient ? fullName(patient) : 'Patient'}
      size="wide"
      isSteady
      onClose={onClose}
      actions={
        patient &&
        offer && (
          <>
            <PrintButton label="Print Chart" />
            <MenuButton
              label={`More actions for ${fullName(patient)}`}
              items={offer.menu.map((action) => asMenuItem(action, listMenu.icons[action.id]))}
              onAction={(id) => onAction(id as RowActionId, patient)}
            />
          </>
        )
      }
    >
      <DialogBody>
        {refusal &&
          (refusal.code === 'forbidden' ? (
            <OnDemand>
              <LockedChart patientId={patientId} refusal={refusal.message} onOpened={readAgain} />
            </OnDemand>
          ) : (
            <Banner tone="critical" isAlert>
              {refusal.message}
            </Banner>
          ))}
        {patient?.isRestricted && (
          <OnDemand>
            <ChartRestriction patient={patient} onEnd={readAgain} />
          </OnDemand>
        )}
        {!patient && !error && <Skeleton />}
        {data && <PatientPages data={data} tab={tab} onAction={onAction} pendingAction={pendingAction} />}
      </DialogBody>
      {/* Comes as a whole: a next step that came later would move the other buttons. */}
      {(patient || error) && (
        <DialogFoot>
          <span className={mayEdit || offer?.next ? notOnPhone : onEveryScreen}>
            <DialogClose>Close</DialogClose>
          </span>
          {patient && mayEdit && (
            <Button icon="edit" onClick={() => onAction('edit', patient)}>
              Edit Patient
            </Button>
          )}
          {patient && offer?.next && (
            <ActionButton action={offer.next} isPrimary {...{ patient, pendingAction, onAction }} />
          )}
        </DialogFoot>
      )}
    </Dialog>
  )
}

type PagesProps = Pick<Props, 'tab' | 'onAction' | 'pendingAction'> & { data: PatientDialogQuery }

function PatientPages({ data, tab, ...actions }: PagesProps) {
  const { viewer } = useFrame()
  const { patient, patientStatusHistory } = data
  const { sentence, changed } = useStatusNews([patient])
  const items = [
    {
      id: 'overview',
      label: 'Overview',
      panel: (
        <PatientOverview
          patient={patient}
          history={patientStatusHistory}
          isChanged={changed.has(patient.id)}
        />
      ),
    },
    { id: 'notes', label: 'Notes', panel: <Notes patient={patient} /> },
    { id: 'records', label: 'Records', panel: <Records patient={patient} {...actions} /> },
    { id: 'consent', label: 'Consent', panel: <Consent patient={patient} {...actions} /> },
    { id: 'tasks', label: 'Tasks & Appointments', panel: <Tasks patient={patient} /> },
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
    <>
      <div role="status" className={visuallyHidden}>
        {sentence}
      </div>
      <Tabs
        label="Patient"
        items={items}
        selected={selected ?? 'overview'}
        onSelect={(id) => changeAddress({ tab: id === 'overview' ? null : id }, { replace: true })}
      />
    </>
  )
}
