// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { lazy } from './lazy.tsx'

const Chart = () => <p>The chart</p>
const placeholder = <p>Loading</p>

test('a component whose code was loaded ahead is there at once, without its placeholder', async ({
  show,
}) => {
  const Part = lazy(async () => Chart, placeholder)
  await Part.load()
  let first: string | null = null
  function Page() {
    useLayoutEffect(() => {
      first = document.body.textContent
    }, [])
    return <Part />
  }
  show(<Page />)
  expect(first).toBe('The chart')
})

test('a component whose code is still on its way replaces its placeholder when it arrives', async ({
  show,
}) => {
  const code = Promise.withResolvers<typeof Chart>()
  const Part = lazy(() => code.promise, placeholder)
  void Part.load()
  show(<Part />)
  expect(document.body.textContent).toBe('Loading')
  code.resolve(Chart)
  await waitFor(() => expect(document.body.textContent).toBe('The chart'))
})
