// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { TaskLine } from './TaskLine.tsx'

const maren = { id: 'maren', firstName: 'Maren', lastName: 'Lindqvist' }
const task = {
  id: 'call',
  title: 'Call the insurer',
  priority: 'normal',
  dueDate: null,
  assignedTo: { id: 'sam', firstName: 'Sam', lastName: 'Rivera' },
  unattended: null,
} as const

test.for([
  { status: 'schedulable', shown: 'Assigned to Sam Rivera · Maren Lindqvist' },
  { status: 'dropped', shown: 'Assigned to Sam Rivera · Maren Lindqvist (dropped patient)' },
] as const)('a task on a patient who is $status says so: $shown', ({ status, shown }, { show }) => {
  show(<TaskLine task={{ ...task, patient: { ...maren, status } }} />)
  expect(screen.getByRole('link', { name: 'Maren Lindqvist' }).parentElement?.textContent).toBe(shown)
})

test.for([
  ['inactive', 'Assigned to Sam Rivera (inactive)'],
  ['cannot_see_patient', 'Assigned to Sam Rivera (cannot see this patient)'],
] as const)('a task whose assignee cannot do it says why: %s', ([unattended, shown], { show }) => {
  show(<TaskLine task={{ ...task, unattended }} />)
  expect(screen.getByText(shown)).toBeDefined()
})
