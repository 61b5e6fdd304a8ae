import { useState } from 'react'
import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { useRested } from '#client/useRested.ts'
import { type Screen, screensFor } from '#domain/access/navigation.ts'
import { can } from '#domain/access/policy.ts'
import { paths, patientPath } from '#domain/access/screens.ts'
import { graphql } from '#generated/gql.ts'
import { CommandList, type CommandOption } from '#ui/CommandList.tsx'
import { Dialog, DialogBody } from '#ui/Dialog.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { type QuickActionName, quickActions, quickActionsFor } from './quickActions.ts'
import type { Command } from './shortcuts.ts'

/** Restricted charts that are suggested; a longer search finds the others. */
const LOCKED_SHOWN = 3

const FindPatients = graphql(`
  query CommandPalette($search: String!) {
    patients(first: 6, search: $search) { edges { node { id firstName lastName email } } }
    lockedCharts(search: $search) { id firstName lastName }
  }
`)

type Props = { onCommand: (command: Command) => void; onClose: () => void }

/** Finds a screen, a patient or an action by a few letters, on every page. */
export function CommandPalette({ onCommand, onClose }: Props) {
  const { viewer } = useFrame()
  const [text, setText] = useState('')
  const [patients, isLooking] = usePatients(text)
  const matches = ({ label }: CommandOption) => label.toLowerCase().includes(text.trim().toLowerCase())
  const importing = can(viewer, 'import.manage') ? [importPatients] : []
  const screens = [...screensFor(viewer), ...importing, changePassword].map(({ path, label, icon }) => ({
    id: `screen ${path}`,
    label,
    icon,
  }))
  const actions = quickActionsFor(viewer).map((name) => ({
    id: `action ${name}`,
    label: quickActions[name].label,
    icon: 'plus' as const,
  }))

  function choose(id: string): void {
    const [kind, what = ''] = id.split(' ')
    if (kind !== 'action') onClose()
    if (kind === 'action') onCommand({ kind, name: what as QuickActionName })
    else onCommand({ kind: 'screen', path: kind === 'patient' ? patientPath(what) : what })
  }

  return (
    <Dialog title="Go to" onClose={onClose}>
      <DialogBody>
        <CommandList
          label="Screens, actions and patients"
          placeholder="A screen, an action or a patient..."
          text={text}
          onText={setText}
          onChoose={choose}
          empty={isLooking ? 'Searching...' : 'Nothing found'}
          sections={[
            { title: 'Actions', options: actions.filter(matches) },
            { title: 'Screens', options: screens.filter(matches) },
            { title: 'Patients', options: patients },
          ]}
        />
      </DialogBody>
    </Dialog>
  )
}

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

function usePatients(text: string): [CommandOption[], boolean] {
  const wanted = text.trim()
  const search = useRested(wanted)
  const [{ data, fetching }] = useQuery({ query: FindPatients, variables: { search }, pause: search === '' })
  const isLooking = wanted !== '' && (fetching || search !== wanted)
  if (search === '' || wanted === '') return [[], isLooking]
  const found = data?.patients.edges.map(({ node }) => node) ?? []
  const locked = data?.lockedCharts.slice(0, LOCKED_SHOWN) ?? []
  return [
    [
      ...found.map((patient) => ({ ...named(patient), detail: patient.email, icon: 'user' as const })),
      ...locked.map((patient) => ({ ...named(patient), detail: 'Restricted', icon: 'lock' as const })),
    ],
    isLooking,
  ]
}

const named = (patient: { id: string; firstName: string; lastName: string }) => ({
  id: `patient ${patient.id}`,
  label: fullName(patient),
})
