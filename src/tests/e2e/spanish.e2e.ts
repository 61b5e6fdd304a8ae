import { download, isWholePdf, phone } from './support/screen.ts'
import { sentForm } from './support/signing.ts'
import { expect, test } from './support/test.ts'

test('a patient who prefers Spanish signs on a phone in Spanish, with a lost connection in the middle', async ({
  clinic,
  visitor,
  watch,
}) => {
  const born = { dateOfBirth: new Date('1980-03-05'), preferredLanguage: 'es' as const }
  const { path } = await sentForm(clinic, born, { identityCheck: 'date_of_birth' })
  const page = await visitor(phone)
  await page.goto(path)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { name: 'Confirme que es usted' })).toBeVisible()

  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await page.getByRole('link', { name: 'Español' }).click()

  watch.allow(400, /^\/sign\//)
  const birthday = async (...[day, month, year]: [string, string, string]) => {
    await page.getByLabel('Día').fill(day)
    await page.getByLabel('Mes').fill(month)
    await page.getByLabel('Año').fill(year)
    await page.getByRole('button', { name: 'Seguir' }).click()
  }
  await birthday('5', '13', '1980')
  await expect(page.getByRole('alert')).toHaveText('El mes es un número del 1 al 12')
  await birthday('5', '3', '1980')
  await expect(page.getByRole('article')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('article')).toContainText('5 de marzo de 1980')
  await page.getByRole('link', { name: 'Ir a firmar' }).click()
  await page.getByRole('checkbox', { name: 'Leí este aviso y acepto firmar de forma electrónica.' }).check()
  await page.getByRole('button', { name: 'Seguir' }).click()
  await page.getByLabel('Su nombre completo').fill('José Álvarez')
  // Changing the language would lose what was typed.
  await expect(page.getByRole('link', { name: 'English' })).toHaveCount(0)

  watch.allow('net::ERR_INTERNET_DISCONNECTED', /^\/sign\//)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Firmar el formulario' }).click()
  await expect(page.getByText('No se envió. Pruebe otra vez.')).toBeVisible()
  await expect(page.getByLabel('Su nombre completo')).toHaveValue('José Álvarez')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Firmar el formulario' }).click()

  await expect(page.getByRole('heading', { name: 'Gracias por firmar' })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'es')
  const copy = await download(page, page.getByRole('button', { name: 'Bajar su copia' }))
  expect(copy.name).toBe('formulario-firmado.pdf')
  expect(isWholePdf(copy.content)).toBe(true)
  expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
    state: 'signed',
    language: 'es',
    disclosureVersion: 'esign-2026-11-2-es',
  })
})
