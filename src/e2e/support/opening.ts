import { expect, type Page } from '@playwright/test'
import type { Role } from '#domain/access/actor.ts'

/** Something to look at: a screen, or a dialog or menu on one. It needs a clinic with a patient in every status. */
export type View = {
  name: string
  path: string
  /** Who gets there; everybody unless told. */
  roles?: readonly Role[]
  /** What is pressed once the screen is alive. */
  open?: (page: Page) => Promise<unknown>
  /** The button that sends its form; pressed with nothing filled in, it shows what is refused. */
  submit?: string
}

export const admin = ['admin'] as const
export const clinic = ['admin', 'staff'] as const

export const press = (name: RegExp | string) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

export const inMenu = (item: string | RegExp) => async (page: Page) => {
  await press(/^More actions for/)(page)
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

export const patientTab = (tab: string) => async (page: Page) => {
  await inMenu('View Details')(page)
  await page.getByRole('tab', { name: tab }).click()
}

export const patientsAt = (status: string) => `/patients?status=${status}`
