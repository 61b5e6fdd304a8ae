import type { Page } from '@playwright/test'
import { hearTraffic, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const adding = (page: Page) => page.getByRole('dialog', { name: 'Add New Patient' })

async function fillIn(page: Page): Promise<void> {
  await visit(page, '/patients')
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await adding(page).getByLabel('First Name').fill('Jo')
  await adding(page).getByLabel('Last Name').fill('Park')
  await adding(page).getByLabel('Email').fill('jo.park@example.test')
}

/** Waits until a form has loaded completely. */
const settled = (page: Page) => hearTraffic(page).rest()

const send = (page: Page) => adding(page).getByRole('button', { name: 'Add Patient' }).click()

test('a form submitted offline says so, keeps its input, and can be sent later', async ({
  page,
  context,
  clinic,
  signIn,
  watch,
}) => {
  await signIn(await clinic.user())
  await fillIn(page)
  watch.allow('net::ERR_INTERNET_DISCONNECTED', /^\/graphql$/)
  await settled(page)
  await context.setOffline(true)
  await send(page)
  await expect(toast(page, 'Error')).toContainText('Failed to add patient')
  await expect(toast(page, 'Error')).toContainText(
    'You are offline. Nothing you typed is lost: try again when you are back.',
  )
  await expect(adding(page).getByLabel('Last Name')).toHaveValue('Park')
  await context.setOffline(false)
  await send(page)
  await expect(toast(page, 'Success')).toContainText('Patient added successfully')
})

test('without a response, the toast says what is safe and what to do', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  await signIn(await clinic.user())
  await fillIn(page)
  watch.allow('net::ERR_FAILED', /^\/graphql$/)
  await page.route('**/graphql', (route) => route.abort())
  await send(page)
  await expect(toast(page, 'Error')).toContainText('Failed to add patient')
  await expect(toast(page, 'Error')).toContainText('No answer came. Nothing you typed is lost')
})

test('a server error shows the action’s message with a reference for the log', async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user()
  const given = { createdById: staff.id, assignedToId: staff.id }
  await clinic.db.task.create({ data: { ...given, title: 'Order folders' } })
  await signIn(staff)
  await visit(page, '/tasks')
  await page.route('**/graphql', (route) =>
    route.fulfill({
      json: {
        data: null,
        errors: [
          {
            message: 'Something went wrong on our side. Tell us this reference: 0199-a7',
            extensions: { code: 'internal', reference: '0199-a7' },
          },
        ],
      },
    }),
  )
  await page.getByRole('button', { name: 'Complete: Order folders' }).click()
  await expect(toast(page, 'Error')).toContainText('Failed to complete task')
  await expect(toast(page, 'Error')).toContainText('reference: 0199-a7')
})
