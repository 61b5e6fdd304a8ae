// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { Form } from './Form.tsx'
import { TextArea } from './TextArea.tsx'

test('Ctrl and Enter submit from a text of several lines, where Enter alone begins a new line', async ({
  user,
  show,
}) => {
  const onSubmit = vi.fn()
  show(
    <Form onSubmit={onSubmit}>
      <TextArea name="note" label="Note" />
    </Form>,
  )
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  await user.type(note, 'Called{Enter}twice')
  expect(note.value).toBe('Called\ntwice')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(note.value).toBe('Called\ntwice')
})
