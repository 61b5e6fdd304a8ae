// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, vi } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { useFocusArrival } from './focusArrival.ts'

function Opened() {
  const element = useRef<HTMLDivElement>(null)
  useFocusArrival(element, true)
  return (
    <>
      <button type="button">Elsewhere</button>
      <div ref={element} role="dialog" aria-label="Opened" tabIndex={-1} />
    </>
  )
}

const opened = () => screen.getByRole('dialog', { name: 'Opened' })
const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' })
const pass = () => act(() => vi.runAllTimers())

test('an opened element takes the focus that nothing else has', async ({ show, onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  show(<Opened />)
  pass()
  expect(document.activeElement).toBe(opened())
})

test('an opened element that had the focus does not take it back', async ({ show, onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  show(<Opened />)
  act(() => opened().focus())
  act(() => elsewhere().focus())
  pass()
  expect(document.activeElement).toBe(elsewhere())
})
