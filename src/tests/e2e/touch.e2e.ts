import { phone, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test.use(phone)

test('on a touch screen a form is visible at once, with or without a keyboard', async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user())
  await visit(page, '/tasks')
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  const isHit = await title.evaluate((field) => {
    const { left, top, width, height } = field.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === field
  })
  expect(isHit).toBe(true)
})
