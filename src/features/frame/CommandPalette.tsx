import { useState } from 'react'
import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { useRested } from '#client/useRested.ts'
import { type Screen, screensFor } from '#domain/access/navigation.ts'
import { can } from '#domain/access/policy.ts'
import { paths, patientPath } from '#domain/access/screens.ts'
import { usableActions } from '#domain/patients/chartActions.ts'
import type { RowActionId } from '#domain/patients/rowAction.ts'
import { graphql } from '#generated/gql.ts'
import { CommandList, type CommandOption } from '#ui/CommandList.tsx'
import { Dialog, DialogBody } from '#ui/Dialog.tsx'
import { listMenu } from '../patients/listMenu.ts'
import { asRow, fullName, type PatientRow } from '../patients/PatientRow.ts'
import { settingsSectionsFor } from '../settings/settingsSections.ts'
import { openChartQuery } from './openChart.ts'
import { type QuickActionName, quickActions, quickActionsFor } from './quickActions.ts'
import { recentPatients } from './recentPatients.ts'
import type { Command } from './shortcuts.ts'

/** Restricted charts that are suggested; a longer search finds the others. */
const LOCKED_SHOWN = 3

const FindPatients = graphql(`
  query CommandPalette($search: String!) {
    patients(first: 6, search: $search) { edges { node { ...PatientRow } } }
    lockedCharts(search: $search) { id firstName lastName }
  }
`)

const RecentPatients = graphql(`
  query CommandPalette_Recent($ids: [ID!]!) { patientNames(ids: $ids) { id firstName lastName } }
`)

type Props = {
  /** The patient whose chart is open. */
  chartId: string | null
  onCommand: (command: Command) => void
  onPatientAction: (action: RowActionId | 'add_task', patient: PatientRow) => void
  onClose: () => void
}

/** Finds a screen, a setting, a patient or an action by a few letters, on every page. */
export function CommandPalette({ chartId, onCommand, onPatientAction, onClose }: Props) {
  const { viewer } = useFrame()
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<PatientRow | 'none yet' | null>(null)
  const { options: patients, rows, isLooking } = usePatients(text)
  const [{ data: chart }] = useQuery({
    query: openChartQuery,
    variables: { id: chartId ?? '' },
    pause: !chartId,
  })
  const recent = useRecent(viewer.id, chartId)
  const subject = picked === 'none yet' ? null : (picked ?? chart?.patient ?? null)
  const matches = ({ label }: CommandOption) => label.toLowerCase().includes(text.trim().toLowerCase())
  const about = subject
    ? { title: fullName(subject), options: actionsFor(viewer, subject, chartId).filter(matches) }
    : null

  function choose(id: string): void {
    const [kind, what = ''] = id.split(' ')
    if (kind === 'waiting') return
    if (kind === 'pick') {
      setPicked('none yet')
      setText('')
    } else if (kind === 'patient' && picked === 'none yet') {
      setPicked(rows.find((row) => row.id === what) ?? null)
      setText('')
    } else if (kind === 'act' && subject) onPatientAction(what as RowActionId, subject)
    else if (kind === 'action') onCommand({ kind, name: what as QuickActionName })
    else {
      onClose()
      onCommand({ kind: 'screen', path: kind === 'patient' ? patientPath(what) : what })
    }
  }

  const everything = [
    { title: 'Recent Patients', options: text.trim() ? [] : recent },
    { title: 'Actions', options: generalActions(viewer).filter(matches) },
    { title: 'Screens', options: screenOptions(viewer).filter(matches) },
    { title: 'Settings', options: text.trim() ? settingsOptions(viewer).filter(matches) : [] },
    { title: 'Patients', options: patients },
  ]
  return (
    <Dialog title="Go to" isGrowing onClose={onClose}>
      <DialogBody>
        <CommandList
          // A new step begins with the focus in an empty field.
          key={picked === 'none yet' ? 'pick' : (subject?.id ?? '')}
          label="Screens, actions and patients"
          placeholder={placeholderOf(picked)}
          text={text}
          onText={setText}
          onChoose={choose}
          onEscape={onClose}
          empty={emptyText(isLooking, picked, text)}
          sections={
            picked === 'none yet'
              ? [{ title: 'Patients', options: patients.filter(({ icon }) => icon !== 'lock') }]
              : [...(about ? [about] : []), ...(picked ? [] : everything)]
          }
        />
      </DialogBody>
    </Dialog>
  )
}

/** The patients whose charts were opened before this one. Their names come from the server, which leaves out the others. */
function useRecent(viewerId: string, chartId: string | null): CommandOption[] {
  const [ids] = useState(() => recentPatients(viewerId).filter((id) => id !== chartId))
  const [{ data, error }] = useQuery({
    query: RecentPatients,
    variables: { ids },
    pause: ids.length === 0,
    requestPolicy: 'network-only',
  })
  // Each has its place from the start, so that the actions below do not move when the names arrive.
  if (!data) return error ? [] : ids.map((id) => ({ id: `waiting ${id}`, label: 'Loading...', icon: 'user' }))
  return data.patientNames.map((patient) => ({ ...named(patient), icon: 'user' }))
}

type Viewer = ReturnType<typeof useFrame>['viewer']

function placeholderOf(picked: PatientRow | 'none yet' | null): string {
  if (picked === 'none yet') return 'The name of a patient...'
  return picked ? `An action for ${fullName(picked)}...` : 'A screen, an action or a patient...'
}

function emptyText(isLooking: boolean, picked: PatientRow | 'none yet' | null, text: string): string {
  if (isLooking) return 'Searching...'
  return picked === 'none yet' && text.trim() === '' ? 'Enter a few letters of the name' : 'Nothing found'
}

/** What can be done for a patient now. The chart that is open is not offered again. */
function actionsFor(viewer: Viewer, patient: PatientRow, chartId: string | null): CommandOption[] {
  const actions: CommandOption[] = usableActions(viewer, asRow(patient))
    .filter(({ id }) => id !== 'view' || patient.id !== chartId)
    .map(({ id, label }) => ({ id: `act ${id}`, label, icon: listMenu.icons[id] ?? 'check' }))
  return can(viewer, 'task.add')
    ? [...actions, { id: 'act add_task', label: `Add Task for ${fullName(patient)}`, icon: 'plus' }]
    : actions
}

function generalActions(viewer: Viewer): CommandOption[] {
  const quick = quickActionsFor(viewer).map((name) => ({
    id: `action ${name}`,
    label: quickActions[name].label,
    icon: 'plus' as const,
  }))
  return [...quick, { id: 'pick', label: 'Choose a Patient and an Action', icon: 'user' }]
}

function screenOptions(viewer: Viewer): CommandOption[] {
  const importing = can(viewer, 'import.manage') ? [importPatients] : []
  return [...screensFor(viewer), ...importing, changePassword].map(({ path, label, icon }) => ({
    id: `screen ${path}`,
    label,
    icon,
  }))
}

const settingsOptions = (viewer: Viewer): CommandOption[] =>
  settingsSectionsFor(viewer).map(({ path, label, icon }) => ({ id: `screen ${path}`, label, icon }))

const importPatients = {
  path: paths.importPatients,
  label: 'Import Patients',
  icon: 'upload',
} as const

const changePassword = {
  path: paths.changePassword,
  label: 'Change Password',
  icon: 'lock',
} as const satisfies Record<keyof Omit<Screen, 'needs'>, string>

function usePatients(text: string): { options: CommandOption[]; rows: PatientRow[]; isLooking: boolean } {
  const wanted = text.trim()
  const search = useRested(wanted)
  const [{ data, fetching }] = useQuery({ query: FindPatients, variables: { search }, pause: search === '' })
  const isLooking = wanted !== '' && (fetching || search !== wanted)
  if (search === '' || wanted === '') return { options: [], rows: [], isLooking }
  const rows = data?.patients.edges.map(({ node }) => node) ?? []
  const locked = data?.lockedCharts.slice(0, LOCKED_SHOWN) ?? []
  const options = [
    ...rows.map((patient) => ({ ...named(patient), detail: patient.shownEmail, icon: 'user' as const })),
    ...locked.map((patient) => ({ ...named(patient), detail: 'Restricted', icon: 'lock' as const })),
  ]
  return { options, rows, isLooking }
}

const named = (patient: { id: string; firstName: string; lastName: string }) => ({
  id: `patient ${patient.id}`,
  label: fullName(patient),
})
