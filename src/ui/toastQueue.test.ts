// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { toastQueue } from './toastQueue.ts'

test('a message whose code cannot be loaded is shown by the browser', async () => {
  vi.doMock('./Toast.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const shown = vi.spyOn(window, 'alert').mockImplementation(() => undefined)
  toastQueue.add({
    title: 'Error',
    description: 'Failed to add patient',
    detail: 'No connection. Nothing was sent.',
    tone: 'destructive',
  })
  await vi.waitFor(() =>
    expect(shown.mock.calls).toEqual([['Failed to add patient No connection. Nothing was sent.']]),
  )
})
