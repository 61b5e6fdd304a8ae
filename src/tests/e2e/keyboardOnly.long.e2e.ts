import type { Locator, Page } from '@playwright/test'
import { PASSWORD } from '#tests/support/clinic.ts'
import { dayFromNow, phone, rowOf, toast } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const patient = 'Aoife Nakamura'
const day = dayFromNow(14)

test('a keyboard user can sign in, add a patient and schedule a consultation', async ({
  page,
  clinic,
  visitor,
}) => {
  await clinic.user({ role: 'staff', firstName: 'Noor', lastName: 'Haddad', email: 'noor@clinic.test' })
  await signsIn(page)
  await addsAPatient(page)
  const link = await sendsTheConsent(page)
  await test.step('the patient signs', async () => signs(await visitor(phone), link))
  await schedulesTheConsultation(page)
  await goes(page, 's', 'Appointment Scheduling')
  await tabTo(page, page.getByRole('link', { name: patient }))
  await expect(page.getByText('Total: 1 appointments')).toBeVisible()
})

/** Presses Tab until an element has the focus, like a user without a mouse. */
async function tabTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(goal).toHaveCount(1)
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key)
    if (await goal.evaluate((element) => element === document.activeElement)) break
  }
  await expect(goal).toBeFocused()
  await expect(goal, 'the focus is visible').toBeInViewport()
}

/** Opens a screen by its shortcut. */
async function goes(page: Page, letter: string, heading: string) {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.querySelectorAll('astro-island[ssr]').length)).toBe(0)
}

async function signsIn(page: Page) {
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('noor@clinic.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()
  await expect(toast(page, 'Login successful')).toBeVisible()
}

async function addsAPatient(page: Page) {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add New Patient' })
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await page.keyboard.type('Aoife')
  await tabTo(page, dialog.getByLabel('Last Name'))
  await page.keyboard.type('Nakamura')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Valid email is required')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('aoife@example.test')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Success')).toContainText('Patient added successfully')
  await expect(dialog).toBeHidden()
}

async function sendsTheConsent(page: Page): Promise<string> {
  await goes(page, 'p', 'Patient Management')
  await page.keyboard.press('/')
  await page.keyboard.type('aoife')
  await expect(page).toHaveURL(/search=aoife/)
  await tabTo(page, page.getByRole('button', { name: `Send Consent: ${patient}` }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Success')).toContainText('Consent form sent successfully')
  const dialog = page.getByRole('dialog', { name: 'Signing Link' })
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return link
}

async function signs(page: Page, link: string) {
  await page.goto(link)
  await tabTo(page, page.getByRole('link', { name: 'Continue to Signing' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('checkbox', { name: /I agree to sign electronically/ }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign the form' })).toBeVisible()
  await tabTo(page, page.getByLabel('Your full name'))
  await page.keyboard.type(patient)
  await tabTo(page, page.getByRole('button', { name: 'Sign the Form' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible()
}

async function schedulesTheConsultation(page: Page) {
  await expect(rowOf(page, patient)).toContainText('Consent Signed')
  await tabTo(page, page.getByRole('button', { name: `Schedule Consultation: ${patient}` }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule Consultation' })
  await expect(dialog.getByLabel('Date')).toBeFocused()
  const [year, month, date] = day.split('-')
  await page.keyboard.type(`${month}${date}${year}`)
  await expect(dialog.getByLabel('Date')).toHaveValue(day)
  await tabTo(page, dialog.getByLabel('Time'))
  await page.keyboard.type('09:30')
  await tabTo(page, dialog.getByLabel('Location'))
  await page.keyboard.type('Room 4')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Success')).toContainText('Consultation scheduled successfully')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Update Consultation: ${patient}` })).toBeVisible()
}
