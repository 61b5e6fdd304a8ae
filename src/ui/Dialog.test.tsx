// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { Button } from './Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from './Dialog.tsx'
import { Form } from './Form.tsx'
import { keepFocus } from './keepFocus.ts'
import { MenuButton } from './MenuButton.tsx'
import { SelectField } from './SelectField.tsx'
import { TextField } from './TextField.tsx'

const colors = ['blue', 'red'].map((id) => ({ id, label: id }))

/** A button that opens a dialog with a form. `late` fills a field after it has opened. */
function Desk({ late }: { late?: string }) {
  const [isOpen, setOpen] = useState(false)
  const [color, setColor] = useState('blue')
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Add Folder
      </button>
      {isOpen && (
        <Dialog title="New Folder" onClose={() => setOpen(false)}>
          <Form onSubmit={() => setOpen(false)}>
            <DialogBody>
              <TextField name="name" label="Name" autoFocus />
              <SelectField name="color" label="Color" options={colors} value={color} onChange={setColor} />
              <TextField name="place" label="Place" key={late} defaultValue={late ?? ''} />
            </DialogBody>
            <DialogFoot>
              <DialogClose>Cancel</DialogClose>
            </DialogFoot>
          </Form>
        </Dialog>
      )}
    </>
  )
}

const dialog = () => screen.queryByRole('dialog', { name: 'New Folder' })
const question = () => screen.queryByRole('alertdialog', { name: 'Discard changes?' })
const nameField = () => screen.getByRole('textbox', { name: 'Name' })
const opener = () => screen.getByRole('button', { name: 'Add Folder' })

async function open(user: UserEvent): Promise<void> {
  await user.click(opener())
  await waitFor(() => expect(document.activeElement).toBe(nameField()))
}

test('a dialog focuses its first field, keeps the focus, and returns it to its opener', async ({
  user,
  show,
}) => {
  show(<Desk />)
  await open(user)
  for (let presses = 0; presses < 6; presses += 1) {
    await user.tab()
    expect(dialog()?.contains(document.activeElement)).toBe(true)
  }
  await user.keyboard('{Escape}')
  expect(dialog()).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener()))
})

test('an unchanged form and one whose change was undone close at once', async ({ user, show }) => {
  show(<Desk />)
  await open(user)
  await user.keyboard('{Escape}')
  expect(dialog()).toBeNull()
  await open(user)
  await user.type(nameField(), 'Ti')
  await user.clear(nameField())
  await user.keyboard('{Escape}')
  expect(dialog()).toBeNull()
})

test('Esc asks before discarding input, and can return to it', async ({ user, show }) => {
  show(<Desk />)
  await open(user)
  await user.type(nameField(), 'Tin')
  await user.keyboard('{Escape}')
  expect(question()).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(question()).toBeNull()
  expect(nameField()).toHaveProperty('value', 'Tin')
  await waitFor(() => expect(document.activeElement).toBe(nameField()))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Keep Editing' }))
  await waitFor(() => expect(document.activeElement).toBe(nameField()))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(dialog()).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener()))
})

test('a choice in a select counts as a change', async ({ user, show }) => {
  show(<Desk />)
  await open(user)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Color' }), 'red')
  await user.keyboard('{Escape}')
  expect(question()).not.toBeNull()
})

test('a field that code fills in before the user touches the form does not count as changed', async ({
  user,
  show,
}) => {
  const { rerender } = show(<Desk />)
  await open(user)
  rerender(<Desk late="Cellar" />)
  expect(screen.getByRole('textbox', { name: 'Place' })).toHaveProperty('value', 'Cellar')
  await user.keyboard('{Escape}')
  expect(dialog()).toBeNull()
})

test('Back asks about a change, and the address stays', async ({ user, show }) => {
  history.pushState(null, '', '/folders?color=red')
  show(<Desk />)
  await open(user)
  await user.type(nameField(), 'Tin')
  act(() => history.back())
  await waitFor(() => expect(question()).not.toBeNull())
  expect(location.search).toBe('?color=red')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(dialog()).toBeNull()
})

test('the browser asks before the page is left with changes, and only then', async ({ user, show }) => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  show(<Desk />)
  expect(leave()).toBe(false)
  await open(user)
  expect(leave()).toBe(false)
  await user.type(nameField(), 'Tin')
  expect(leave()).toBe(true)
  await user.clear(nameField())
  expect(leave()).toBe(false)
})

/** A dialog that a shortcut opened, so that nothing had the focus; over it one whose opener the action removes. */
function Folder() {
  const [isOpen, setOpen] = useState(true)
  const [hasLink, setLink] = useState(true)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <main tabIndex={-1}>Folders</main>
      {isOpen && (
        <Dialog title="Folder" onClose={() => setOpen(false)}>
          <DialogBody>
            {hasLink && <Button onClick={() => setAsking(true)}>Withdraw Link</Button>}
            <MenuButton
              label="More actions"
              items={[{ id: 'rename', label: 'Rename' }]}
              onAction={() => {}}
            />
          </DialogBody>
          {isAsking && (
            <Dialog title="Withdraw Link" onClose={() => setAsking(false)}>
              <DialogFoot>
                <Button
                  onClick={() => {
                    setLink(false)
                    setAsking(false)
                  }}
                >
                  Withdraw
                </Button>
              </DialogFoot>
            </Dialog>
          )}
        </Dialog>
      )}
    </>
  )
}

const folder = () => screen.getByRole('dialog', { name: 'Folder' })

test('a closed dialog leaves the focus in the dialog beneath or in the content, also without its opener', async ({
  user,
  show,
}) => {
  keepFocus(null)
  show(<Folder />)
  await user.click(screen.getByRole('button', { name: 'Withdraw Link' }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(document.activeElement).toBe(folder()))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('Esc closes one layer: the menu, then the question, then the dialog', async ({ user, show }) => {
  show(<Folder />)
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await screen.findByRole('menu')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Withdraw Link' }))
  await screen.findByRole('dialog', { name: 'Withdraw Link' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: 'Withdraw Link' })).toBeNull()
  await waitFor(() => expect(folder().contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
