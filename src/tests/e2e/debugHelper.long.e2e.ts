import { addTask } from '#operations/tasks/addTask.ts'
import { startServer } from '#tests/support/serverProcess.ts'
import { streamsOf } from './support/live.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('in demo mode the console shows requests, sign-ins and changes, and who is signed in', async ({
  page,
  clinic,
  product,
  signIn,
}) => {
  const user = await clinic.user({ firstName: 'Sam', role: 'admin' })
  const demo = await startServer({ ...product.settings, NODE_ENV: 'development' })
  try {
    await page.goto(demo.url)
    expect(await page.evaluate(() => window.caseloadDebug?.events())).toEqual([])
    await signIn(user)
    const streams = streamsOf(page.context())
    await visit(page, `${demo.url}/schedule`)
    await streams.are(1)
    await addTask(clinic.as(user), { title: 'Call', assignedTo: user.id })
    const told = () =>
      page.evaluate(() => window.caseloadDebug?.events().map(({ kind, what }) => `${kind} ${what}`))
    await expect.poll(told).toContain('live task created')
    await expect.poll(told).toContain('request POST /graphql Counts')
    const answers = await page.evaluate(async () => [
      await window.caseloadDebug?.session(),
      await window.caseloadDebug?.user(),
    ])
    expect(answers).toMatchObject([
      { status: 200, body: { isAuthenticated: true } },
      { status: 200, body: { firstName: 'Sam' } },
    ])
    expect(await told()).toContain('auth GET /api/auth/user')
  } finally {
    await page.close()
    await demo.stop()
  }
})
