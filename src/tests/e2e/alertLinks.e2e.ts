import { sendSignIn } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('the link of an alert opens its patient after the sign-in, and is a 404 for everyone else', async ({
  page,
  clinic,
  visitor,
  signIn,
  watch,
}) => {
  const [user, other] = [await clinic.user(), await clinic.user({ role: 'admin' })]
  const patient = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  const alert = await clinic.db.alert.create({
    data: { type: 'consent_signed', userId: user.id, patientId: patient.id, message: 'Jo Okafor signed' },
  })
  const path = `/alerts/${alert.id}`
  watch.allow(401, new RegExp(`^${path}$`))
  await page.goto(path)
  await sendSignIn(page, user.email)
  await expect(page).toHaveURL(`/patients?patient=${patient.id}`)
  await expect(page.getByRole('dialog', { name: 'Jo Okafor' })).toBeVisible()
  expect(await clinic.db.alert.findFirst()).toMatchObject({ isRead: false })

  const stranger = await visitor()
  await signIn(other, stranger.context())
  const missing = '/alerts/01a20516-c696-75b8-8da6-000000000009'
  for (const closed of [path, missing, '/alerts/7', '/alerts']) {
    const answer = await stranger.request.get(closed)
    expect(answer.status(), closed).toBe(404)
    expect(await answer.text()).toContain('404 Page Not Found')
    expect(await answer.text()).not.toContain(patient.id)
  }
  await clinic.db.patient.update({ where: { id: patient.id }, data: { restrictedAt: new Date() } })
  expect((await page.request.get(path)).status()).toBe(404)
})
