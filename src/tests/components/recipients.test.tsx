// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { PatientRow } from '#features/patients/PatientRow.ts'
import { PreviewConsentDialog } from '#features/patients/PreviewConsentDialog.tsx'
import { type FakeServer, test } from '#tests/support/component.tsx'

const rae = { id: 'rae', firstName: 'Rae', lastName: 'Okafor', role: 'attorney' }
const tom = { id: 'tom', firstName: 'Tom', lastName: 'Abara', role: 'attorney' }
const maren = {
  ...{ id: 'maren', firstName: 'Maren', lastName: 'Okafor', status: 'pending_consent' },
  assignedAttorney: rae,
} as unknown as PatientRow
const nothing = () => undefined
const dialogFor = (patient: PatientRow) => (
  <PreviewConsentDialog
    patient={patient}
    onClose={nothing}
    onAction={nothing}
    onLink={null}
    onRefusal={nothing}
  />
)
const dialog = dialogFor(maren)

/** Answers what the dialog reads. Returns the variables of the previews that it asks for. */
function answerDialog({ answers }: FakeServer): Record<string, unknown>[] {
  const previews: Record<string, unknown>[] = []
  Object.assign(answers, {
    RecipientsField: () => ({ assignableUsers: [rae, tom] }),
    PreviewConsentDialog_Templates: () => ({
      consentTemplates: [{ id: 't1', name: 'Standard', isDefault: true, sent: { id: 'v1', number: 1 } }],
    }),
    PreviewConsentDialog: (variables: Record<string, unknown>) => {
      previews.push(variables)
      return { consentPreview: { title: 'Authorization', version: '1', blocks: [] } }
    },
  })
  return previews
}

test('a form can name several recipients, and the preview shows them and the typed purpose', async ({
  server,
  user,
  show,
}) => {
  const previews = answerDialog(server)
  show(dialog)
  await screen.findByRole('option', { name: 'Tom Abara' })
  await user.click(screen.getByRole('button', { name: 'Add Recipient' }))
  await user.click(screen.getByRole('button', { name: 'Add Recipient' }))
  // With no attorney left, the third is somebody else.
  await user.type(screen.getByLabelText('Recipient 3 Name', { exact: false }), 'Lee Park')
  await user.type(screen.getByLabelText('Purpose', { exact: false }), 'Settlement')
  await waitFor(() =>
    expect(previews.at(-1)).toMatchObject({
      recipients: [{ userId: 'rae' }, { userId: 'tom' }, { name: 'Lee Park' }],
      purpose: 'Settlement',
    }),
  )
  expect(previews.length, 'not one for each letter').toBeLessThan(8)
  await user.click(screen.getByRole('button', { name: 'Remove Recipient 2' }))
  await waitFor(() =>
    expect(previews.at(-1)).toMatchObject({ recipients: [{ userId: 'rae' }, { name: 'Lee Park' }] }),
  )
})

test('without an attorney and a default recipient, the first recipient has to be chosen', async ({
  server,
  show,
}) => {
  answerDialog(server)
  const hannah = { id: 'hannah', firstName: 'Hannah', lastName: 'Lindqvist' }
  show(dialogFor({ ...maren, assignedAttorney: hannah }))
  await screen.findByRole('option', { name: 'Rae Okafor' })
  const field = screen.getByLabelText<HTMLSelectElement>('Who May Receive the Records', { exact: false })
  expect(field.selectedOptions[0]?.text, 'not the staff member').toBe('Choose a recipient')
})

test('an invalid e-mail address of another recipient is explained at its field', async ({
  server,
  user,
  show,
}) => {
  const previews = answerDialog(server)
  Object.assign(server.answers, {
    PatientActions_SendConsent: () =>
      Response.json({
        data: null,
        errors: [
          {
            message: 'Validation failed',
            extensions: { code: 'invalid', fields: { 'recipients.0.email': 'Enter a valid e-mail address' } },
          },
        ],
      }),
  })
  show(dialog)
  await screen.findByRole('option', { name: 'Someone else' })
  await user.selectOptions(screen.getByLabelText('Who May Receive the Records', { exact: false }), 'other')
  await user.type(screen.getByLabelText('Recipient Name', { exact: false }), 'Lee Park')
  const email = screen.getByLabelText('Recipient E-Mail', { exact: false })
  await user.type(email, 'lee at park')
  await user.click(screen.getByRole('checkbox', { name: /Send a copy/ }))
  await user.click(screen.getByRole('button', { name: 'Send Consent' }))
  const problem = await screen.findByText('Enter a valid e-mail address')
  expect(email.getAttribute('aria-describedby')?.split(' ')).toContain(problem.id)
  // A preview, which waits for a pause in typing, may still follow.
  expect(server.sent.filter(({ name }) => name === 'PatientActions_SendConsent')).toMatchObject([
    {
      variables: {
        input: { copyToRecipients: true, recipients: [{ name: 'Lee Park', email: 'lee at park' }] },
      },
    },
  ])
  expect(JSON.stringify(previews), 'the form does not state the address').not.toContain('lee at park')
})

test('why no copy can be sent is said at the checkbox, which gets the focus', async ({
  server,
  user,
  show,
}) => {
  answerDialog(server)
  Object.assign(server.answers, {
    PatientActions_SendConsent: () =>
      Response.json({
        data: null,
        errors: [
          {
            message: 'Validation failed',
            extensions: { code: 'invalid', fields: { copyToRecipients: 'None is on file' } },
          },
        ],
      }),
  })
  show(dialog)
  await user.click(await screen.findByRole('checkbox', { name: /Send a copy/ }))
  await user.click(screen.getByRole('button', { name: 'Send Consent' }))
  const refused = await screen.findByRole('checkbox', { name: /None is on file/ })
  expect(refused.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(refused))
})
