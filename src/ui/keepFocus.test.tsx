// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { keepFocus } from './keepFocus.ts'

beforeAll(() => keepFocus(null))

/** A list whose buttons remove themselves, and a button that disables itself. */
function Devices() {
  const [names, setNames] = useState(['Phone', 'Laptop'])
  const [isSending, setSending] = useState(false)
  return (
    <main tabIndex={-1}>
      <div role="group" aria-label="Devices" tabIndex={-1}>
        {names.map((name) => (
          <button key={name} type="button" onClick={() => setNames(names.filter((one) => one !== name))}>
            {name}
          </button>
        ))}
      </div>
      <button type="button" disabled={isSending} onClick={() => setSending(true)}>
        Send
      </button>
      <p>Beside all controls</p>
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

test('when a button removes itself, its list gets the focus', async ({ user, show }) => {
  show(<Devices />)
  act(() => button('Phone').focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Devices' })))
})

test('when a button disables itself, the content of the screen gets the focus', async ({ user, show }) => {
  show(<Devices />)
  act(() => button('Send').focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('a user who has left all controls gets no focus when a button is removed', async ({ user, show }) => {
  show(<Devices />)
  act(() => button('Phone').focus())
  await user.pointer({ keys: '[MouseLeft]', target: screen.getByText('Beside all controls') })
  act(() => (document.activeElement as HTMLElement).blur())
  act(() => button('Phone').click())
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(document.body)
})
