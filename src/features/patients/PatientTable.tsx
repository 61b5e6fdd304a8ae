import type { ReactNode } from 'react'
import { patientPath } from '#domain/access/screens.ts'
import type { RowActionId } from '#domain/patients/rowAction.ts'
import { Badge } from '#ui/Badge.tsx'
import { onIntent } from '#ui/intent.ts'
import { SelectBox } from '#ui/SelectBox.tsx'
import { Cell, Row, RowLink, Table, TableBody } from '#ui/Table.tsx'
import { visuallyHidden } from '#ui/type.css.ts'
import { DateOfBirth } from '../time/DateOfBirth.tsx'
import { Age, MomentDay } from '../time/Moment.tsx'
import { type Offer, PatientActions } from './PatientActions.tsx'
import { fullName, type PatientRow } from './PatientRow.ts'
import { PatientStage } from './PatientStage.tsx'
import { detail, facts, mark, name, phoneLabel, secondFact } from './PatientTable.css.ts'
import type { Selection } from './useSelection.ts'
import { useStatusNews } from './useStatusNews.ts'
import { WaitingFor } from './WaitingFor.tsx'

type Props = {
  label: string
  patients: readonly PatientRow[]
  /** The column headers, which do not affect the rows. */
  head: ReactNode
  /** Whether to omit phone, attorney and creation date, as on the dashboard. */
  isShort?: boolean
  offer: Offer
  onAction: (action: RowActionId, patient: PatientRow) => void
  pendingFor: (patient: PatientRow) => RowActionId | undefined
  /** Loads the code of the chart, as soon as the pointer or the focus reaches a row. */
  loadChart?: (() => Promise<unknown>) | undefined
  /** Gives each row a checkbox; on a phone only while selecting. */
  selected?: Pick<Selection, 'isSelected' | 'toggle' | 'isSelecting'> | undefined
}

/** Patients as table rows: name, status, since when, and actions. */
export function PatientTable({ label, patients, head, ...rest }: Props) {
  const { sentence, changed } = useStatusNews(patients)
  return (
    <>
      <Table label={label}>
        {head}
        <TableBody>
          {patients.map((patient) => (
            <OnePatient key={patient.id} patient={patient} hasChanged={changed.has(patient.id)} {...rest} />
          ))}
        </TableBody>
      </Table>
      <div role="status" className={visuallyHidden}>
        {sentence}
      </div>
    </>
  )
}

type OneProps = Omit<Props, 'label' | 'patients' | 'head'> & { patient: PatientRow; hasChanged: boolean }

function OnePatient(props: OneProps) {
  const { patient, hasChanged, isShort = false, offer, onAction, pendingFor, loadChart, selected } = props
  return (
    <Row
      data-changed={hasChanged || undefined}
      data-row={selected && patient.id}
      data-selected={selected?.isSelected(patient.id) || undefined}
      hasBox={selected && (selected.isSelecting ? 'always' : 'offPhone')}
    >
      <Cell>
        {selected && (
          <SelectBox
            label={`Select ${fullName(patient)}`}
            place={selected.isSelecting ? 'row' : 'rowOffPhone'}
            isSelected={selected.isSelected(patient.id)}
            onSelect={(isRange) => selected.toggle(patient.id, isRange)}
          />
        )}
        <Who patient={patient} onView={() => onAction('view', patient)} loadChart={loadChart} />
        <WaitingFor patient={patient} />
      </Cell>
      {!isShort && (
        <>
          <Cell phone="hide" isExtra isNumeric>
            {patient.phone}
          </Cell>
          <Cell phone="hideEarly">
            {patient.assignedAttorney ? fullName(patient.assignedAttorney) : <Unassigned />}
          </Cell>
        </>
      )}
      <Cell>
        <PatientStage status={patient.status} />
      </Cell>
      <Cell phone="corner" isNumeric>
        <span className={detail}>
          <span className={phoneLabel}>In Step: </span>
          <Age since={patient.statusSince} />
        </span>
      </Cell>
      {!isShort && (
        <Cell phone="hide" isExtra isNumeric>
          <MomentDay at={patient.createdAt} />
        </Cell>
      )}
      <Cell phone="actions" align="end">
        <PatientActions
          patient={patient}
          offer={offer}
          pendingAction={pendingFor(patient)}
          onAction={onAction}
        />
      </Cell>
    </Row>
  )
}

const Unassigned = () => <span className={detail}>Unassigned</span>

type WhoProps = Pick<Props, 'loadChart'> & { patient: PatientRow; onView: () => void }

function Who({ patient, onView, loadChart }: WhoProps) {
  return (
    <>
      <RowLink
        {...(loadChart && onIntent(loadChart))}
        href={patientPath(patient.id)}
        onClick={(event) => {
          // Opens the patient next to the list. With a modifier key, the browser follows the link.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onView()
        }}
      >
        <span className={name} title={fullName(patient)}>
          {fullName(patient)}
        </span>
      </RowLink>
      {patient.isRestricted && (
        <span className={mark}>
          <Badge icon="lock">Restricted</Badge>
        </span>
      )}
      <span className={facts}>
        {patient.dateOfBirth ? (
          <>
            <DateOfBirth day={patient.dateOfBirth} />
            <span className={secondFact}>{patient.shownEmail}</span>
          </>
        ) : (
          patient.shownEmail
        )}
      </span>
    </>
  )
}
