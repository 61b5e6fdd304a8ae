import { screens } from '#domain/access/navigation.ts'
import { paths } from '#domain/access/screens.ts'
import { everyStatus } from './support/everyStatus.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const widths = [
  [390, 844],
  [720, 900],
  [1024, 768],
  [1440, 900],
] as const

test('the search and the bell stay in place from screen to screen, at every width', async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user({ role: 'admin' }))
  const places = new Map<number, Map<string, string[]>>(widths.map(([width]) => [width, new Map()]))
  for (const path of [
    ...screens.map((screen) => screen.path),
    paths.importPatients,
    paths.consentTemplates,
  ]) {
    await visit(page, path)
    for (const [width, height] of widths) {
      await page.setViewportSize({ width, height })
      const search = await page.getByRole('search').getByRole('searchbox').boundingBox()
      const bell = await page.getByRole('button', { name: /^Notifications/ }).boundingBox()
      const place = JSON.stringify([search, bell])
      const here = places.get(width)
      here?.set(place, [...(here.get(place) ?? []), path])
    }
  }
  for (const [width, here] of places) expect.soft([...here.values()], `${width} px`).toHaveLength(1)
})

test('no filter of the patient list is alone on its line', async ({ visitor, clinic, signIn }) => {
  const { admin } = await everyStatus(clinic)
  const page = await visitor()
  await signIn(admin, page.context())
  for (const width of [720, 800, 900, 1024, 1100, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await visit(page, paths.patients)
    const lines = await page.getByRole('navigation', { name: /status/i }).evaluate((bar) => {
      const tops = [...bar.querySelectorAll('a')].map((chip) => Math.round(chip.getBoundingClientRect().top))
      return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length)
    })
    expect.soft(Math.min(...lines), `${lines} at ${width} px`).toBeGreaterThan(1)
  }
})
