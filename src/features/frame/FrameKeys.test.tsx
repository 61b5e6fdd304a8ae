// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { FrameKeys } from './FrameKeys.tsx'

const palette = () => within(screen.getByRole('dialog', { name: 'Go to' }))
const options = () =>
  palette()
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)
const nobody = { patients: { edges: [] }, lockedCharts: [] }

afterEach(() => localStorage.clear())

test.for([
  ['staff', ['Add Patient', 'Add Task']],
  ['attorney', ['Add Task']],
] as const)(
  'the palette offers the %s only their own actions: %j',
  async ([role, actions], { server, user, show }) => {
    server.answers.CommandPalette = () => nobody
    show(<FrameKeys />, { role })
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('searchbox')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('add')
    await waitFor(() => expect(options()).toEqual(actions))
    await user.keyboard(' nobody')
    expect(await palette().findByText('Nothing found')).toBeDefined()
  },
)

test('an action of the palette opens its dialog', async ({ server, user, show }) => {
  server.answers.UseDraft = () => ({ myDraft: null })
  show(<FrameKeys />)
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('option', { name: 'Add Patient' }))
  const adding = await screen.findByRole('dialog', { name: 'Add New Patient' })
  await waitFor(() => expect(document.activeElement).toBe(within(adding).getByLabelText(/^First Name/)))
})

test('single-key shortcuts can be turned off, and Ctrl+K still works', async ({ user, show }) => {
  show(<FrameKeys />)
  await user.keyboard('?')
  const shortcuts = await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' })
  expect(within(shortcuts).getByText('Go to Schedule')).toBeDefined()
  await user.click(within(shortcuts).getByText('Use single-key shortcuts'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('n')
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('dialog', { name: 'Go to' })).toBeDefined()
  expect(screen.queryByRole('dialog', { name: 'Add New Patient' })).toBeNull()
})
