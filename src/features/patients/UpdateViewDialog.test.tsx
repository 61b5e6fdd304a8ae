// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { UpdateViewDialog } from './UpdateViewDialog.tsx'

const dialog = (isShared: boolean, query: string, onClose = () => undefined) => (
  <UpdateViewDialog view={{ id: 'late', name: 'Late', isShared }} query={query} onClose={onClose} />
)
const button = () => screen.getByRole('button', { name: 'Update View' })

test('a shared view cannot get a search, and the dialog says why', ({ show }) => {
  show(dialog(true, 'search=maren'))
  expect(screen.getByText(/^A view with a search cannot be shared.*Clear the search/)).toBeTruthy()
  expect(button().hasAttribute('disabled') || button().getAttribute('aria-disabled') === 'true').toBe(true)
})

test('other filters are saved in the view, and a refusal is shown in the dialog', async ({
  show,
  server,
  user,
  toasts,
}) => {
  const close = vi.fn()
  server.answers.UpdateViewDialog = () =>
    Response.json({
      errors: [
        {
          message: 'Too large',
          extensions: { code: 'invalid', fields: { query: 'This view is too large to save' } },
        },
      ],
    })
  show(dialog(true, 'status=dropped', close))
  await user.click(button())
  expect(await screen.findByText('This view is too large to save')).toBeTruthy()
  expect(close).not.toHaveBeenCalled()
  server.answers.UpdateViewDialog = () => ({ updateView: { id: 'late', query: 'status=dropped' } })
  await user.click(button())
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
  expect(toasts).toMatchObject([{ tone: 'success', description: 'View updated successfully' }])
  expect(server.sent.at(-1)?.variables).toEqual({ input: { viewId: 'late', query: 'status=dropped' } })
})
