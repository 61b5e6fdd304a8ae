import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import { alertReplacedSecrets } from './alertReplacedSecrets.ts'

test('administrators are alerted once to each replaced secret of the server', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  await clinic.user()
  const ctx = clinic.anonymous()
  const replace = (resourceId: string) =>
    audit(ctx, { action: 'updated', resourceType: 'server_secret', resourceId })
  await replace('SEAL_KEY')
  await replace('EVIDENCE_KEY')
  for (let runs = 0; runs < 2; runs += 1) await alertReplacedSecrets(ctx)
  const alerts = await clinic.db.alert.findMany({ orderBy: { id: 'asc' } })
  expect(alerts).toMatchObject(
    ['SEAL_KEY', 'EVIDENCE_KEY'].map((setting) => ({
      ...{ userId: admin.id, type: 'server_secret_replaced' },
      message: expect.stringMatching(`^The server’s ${setting} was replaced on Jan 5, 2026, .* EST`),
    })),
  )
  clinic.now = new Date(clinic.now.getTime() + 2 * 86_400_000)
  await clinic.db.alert.deleteMany()
  await alertReplacedSecrets(clinic.anonymous())
  expect(await clinic.db.alert.count(), 'an old one is not announced again').toBe(0)
})
