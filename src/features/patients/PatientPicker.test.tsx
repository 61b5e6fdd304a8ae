// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect } from 'vitest'
import { type FakeServer, test } from '#tests/support/component.tsx'
import { PatientPicker, type PickedPatient } from './PatientPicker.tsx'

const person = (id: string, firstName: string, email: string) => ({
  node: { id, firstName, lastName: 'Okafor', email, status: 'consent_signed', assignedAttorney: null },
})
const everybody = [person('jo', 'Jo', 'jo@example.test'), person('lena', 'Lena', '')]

/** Finds patients by their names. Without a search it lists only the newest one, as the server lists the newest eight. */
const find: FakeServer['answers'][string] = ({ search }) => ({
  patients: {
    edges: search
      ? everybody.filter(({ node }) => `${node.firstName} okafor`.toLowerCase().includes(String(search)))
      : everybody.slice(-1),
  },
})

function Field() {
  const [patient, setPatient] = useState<PickedPatient | null>(null)
  return (
    <>
      <PatientPicker label="Patient" patient={patient} onChange={setPatient} />
      <output>{patient?.id ?? 'none'}</output>
    </>
  )
}

const field = () => screen.getByRole('combobox', { name: 'Patient' })
const chosen = () => document.querySelector('output')?.textContent

test('a patient is found by typing and chosen, and the choice stays when the field loses the focus', async ({
  server,
  user,
  show,
}) => {
  server.answers.PatientPicker = find
  show(<Field />)
  await user.type(field(), 'jo')
  const option = await screen.findByRole('option', { name: /Jo Okafor/ })
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  expect(option.textContent).toContain('jo@example.test')
  await user.click(option)
  expect(chosen()).toBe('jo')
  await user.tab()
  expect(field()).toHaveProperty('value', 'Jo Okafor')
  expect(chosen()).toBe('jo')
})

test('an emptied field has no patient, and a text that finds nobody says so', async ({
  server,
  user,
  show,
}) => {
  server.answers.PatientPicker = find
  show(<Field />)
  await user.type(field(), 'lena')
  await user.click(await screen.findByRole('option', { name: /Lena Okafor/ }))
  expect(chosen()).toBe('lena')
  await user.clear(field())
  expect(chosen()).toBe('none')
  await user.type(field(), 'hidden')
  expect(await screen.findByText('No patients found')).toBeDefined()
})
