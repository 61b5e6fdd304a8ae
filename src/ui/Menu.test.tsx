// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { MenuButton } from './MenuButton.tsx'

const items = [
  { id: 'edit', label: 'Edit' },
  { id: 'send', label: 'Send', isDisabled: true, reason: 'Already sent' },
  { id: 'drop', label: 'Drop' },
]

test.for(['{Enter}', ' ', '{ArrowDown}'])(
  'the key %j opens a menu, the arrows move in it, and Esc returns the focus',
  async (key, { user, show }) => {
    show(<MenuButton label="More actions" items={items} onAction={() => undefined} />)
    const button = screen.getByRole('button', { name: 'More actions' })
    button.focus()
    await user.keyboard(key)
    const [first, , third] = await screen.findAllByRole('menuitem')
    await waitFor(() => expect(document.activeElement).toBe(first))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement, 'an item that cannot be chosen is passed over').toBe(third)
    await user.keyboard('{Escape}')
    expect(screen.queryAllByRole('menuitem')).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(button))
  },
)

test('a chosen item is reported once and closes the menu, and a disabled one says why', async ({
  user,
  show,
}) => {
  const onAction = vi.fn()
  show(<MenuButton label="More actions" items={items} onAction={onAction} />)
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  const disabled = await screen.findByRole('menuitem', { name: /Send/ })
  expect(disabled.textContent).toContain('Already sent')
  await user.click(disabled)
  expect(onAction).not.toHaveBeenCalled()
  await user.click(screen.getByRole('menuitem', { name: 'Drop' }))
  expect(onAction.mock.calls).toEqual([['drop']])
  await waitFor(() => expect(screen.queryAllByRole('menuitem')).toEqual([]))
})
