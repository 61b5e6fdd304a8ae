import type { Locator, Page } from '@playwright/test'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const matter = 'Claim of 2025 against the insurer'

/** The names of buttons that the toast covers. */
async function covered(page: Page, dialog: Locator): Promise<(string | null)[]> {
  const over = await toast(page, 'Success').boundingBox()
  if (!over) throw new Error('There is no toast')
  const names = []
  for (const button of await dialog.getByRole('button').all()) {
    const box = await button.boundingBox()
    if (!box) continue
    const isBeside = box.x + box.width <= over.x || over.x + over.width <= box.x
    const isApart = box.y + box.height <= over.y || over.y + over.height <= box.y
    if (!isBeside && !isApart) names.push(await button.textContent())
  }
  return names
}

test('a legal hold keeps existing and deleted records, and is lifted with a reason', async ({
  page,
  clinic,
  signIn,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const staff = await clinic.user()
  const { id: patientId } = await clinic.patient({ lastName: 'Okafor' })
  const given = { patientId, uploadedById: admin.id }
  await storedRecord(clinic, { ...given, fileName: 'scan.pdf' })
  await storedRecord(clinic, { ...given, fileName: 'gone.pdf', deletedAt: clinic.now, deletedById: admin.id })
  await signIn(admin)
  await visit(page, `/patients?patient=${patientId}&tab=records`)
  const chart = page.getByRole('dialog', { name: 'Maren Okafor' })
  const remove = chart.getByRole('button', { name: 'Delete scan.pdf' })
  await expect(remove).toBeEnabled()
  await chart.getByRole('tab', { name: 'Overview' }).click()
  await chart.getByRole('button', { name: 'Legal Hold' }).click()
  const holds = page.getByRole('dialog', { name: 'Legal Hold', exact: true })
  await expect(holds.getByText('This chart has no legal hold')).toBeVisible()
  await holds.getByRole('button', { name: 'Place Legal Hold' }).click()
  const place = page.getByRole('dialog', { name: 'Place Legal Hold' })
  await place.getByLabel('Matter').fill(matter)
  await place.getByRole('button', { name: 'Place Legal Hold' }).click()
  await expect(toast(page, 'Success')).toContainText('Legal hold placed successfully')
  await expect(holds.getByRole('listitem')).toContainText(`${matter}Placed`)
  await holds.getByRole('button', { name: 'Close' }).last().click()
  await toast(page, 'Success').hover()
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await covered(page, chart), `at ${width} px`).toEqual([])
  }

  await chart.getByRole('tab', { name: 'Records' }).click()
  await expect(remove).toBeDisabled()
  await expect(chart.getByRole('listitem')).toContainText('On legal hold')
  await chart.getByRole('button', { name: 'Deleted', exact: true }).click()
  await expect(chart.getByRole('listitem')).toContainText(/gone\.pdf.*On legal hold, not purged/)
  await chart.getByRole('tab', { name: 'Overview' }).click()
  await expect(chart.getByText(matter)).toBeVisible()

  await signIn(staff)
  await visit(page, `/patients?patient=${patientId}`)
  await expect(chart.getByText('Administrators can see the matter.')).toBeVisible()
  await expect(chart.getByText(matter)).toHaveCount(0)
  await expect(chart.getByRole('button', { name: 'Legal Hold' })).toHaveCount(0)

  await signIn(admin)
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Legal Holds' }).click()
  const list = page.getByRole('dialog', { name: 'Legal Holds' })
  await expect(list.getByRole('listitem')).toContainText(`Maren Okafor${matter}`)
  await list.getByRole('link', { name: 'Maren Okafor' }).click()
  await chart.getByRole('button', { name: 'Legal Hold' }).click()
  await holds.getByRole('button', { name: `Lift the hold: ${matter}` }).click()
  const lift = page.getByRole('dialog', { name: 'Lift Legal Hold' })
  await lift.getByLabel('Reason').fill('The matter was settled')
  await lift.getByRole('button', { name: 'Lift Legal Hold' }).click()
  await expect(holds.getByText('This chart has no legal hold')).toBeVisible()
  await holds.getByRole('button', { name: 'Close' }).last().click()
  await expect(chart.getByText('On legal hold')).toHaveCount(0)
})
