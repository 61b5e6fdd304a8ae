// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { Button } from './Button.tsx'
import { Form } from './Form.tsx'
import { TextArea } from './TextArea.tsx'

type DeskProps = { onSubmit: () => void; reason?: string }

const Desk = ({ onSubmit, reason }: DeskProps) => (
  <Form onSubmit={onSubmit}>
    <TextArea name="note" label="Note" />
    <Button>Cancel</Button>
    <Button type="submit" disabledReason={reason}>
      Add Note
    </Button>
  </Form>
)

const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })

test.for(['Control', 'Meta'])(
  '%s and Enter submit from a text, where Enter alone begins a new line',
  async (key, { user, show }) => {
    const onSubmit = vi.fn()
    show(<Desk onSubmit={onSubmit} />)
    await user.type(note(), 'Called{Enter}twice')
    expect(note().value).toBe('Called\ntwice')
    expect(onSubmit).not.toHaveBeenCalled()
    await user.keyboard(`{${key}>}{Enter}{/${key}}`)
    expect(onSubmit).toHaveBeenCalledOnce()
    expect(note().value).toBe('Called\ntwice')
  },
)

test('Ctrl and Enter submit nothing while the button cannot be pressed, or Cancel has the focus', async ({
  user,
  show,
}) => {
  const onSubmit = vi.fn()
  show(<Desk onSubmit={onSubmit} reason="The text is too long" />)
  await user.type(note(), 'Called{Control>}{Enter}{/Control}')
  expect(onSubmit).not.toHaveBeenCalled()
  act(() => screen.getByRole('button', { name: 'Cancel' }).focus())
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a message disappears when its field is edited, before the field loses the focus', async ({
  user,
  show,
}) => {
  const errors = { note: 'Enter a note', call: 'Choose a call' }
  show(
    <Form validationErrors={errors} onSubmit={vi.fn()}>
      <TextArea name="note" label="Note" />
      <TextArea name="call" label="Call" />
    </Form>,
  )
  await user.type(note(), 'Called')
  expect(screen.queryByText('Enter a note')).toBeNull()
  expect(screen.getByText('Choose a call')).toBeTruthy()
  expect(document.activeElement).toBe(note())
})
