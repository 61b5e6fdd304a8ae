import { expect } from 'vitest'
import { scopesOfFormer } from '#domain/apiKeys/scopes.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { setApiKeyDocuments } from '#operations/apiKeys/keyDocuments.ts'
import { paper, uploadForm } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { routes } from './router.ts'

const MISSING = '01a1fce0-ee66-720f-a396-036531c7261f'

test('a key with a list of GraphQL documents is refused by every REST call, and no file is received', async ({
  clinic,
  server,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const ctx = clinic.as(admin)
  const { apiKey, secret } = await createApiKey(ctx, {
    userId: admin.id,
    name: 'Program',
    scopes: scopesOfFormer.write,
  })
  await setApiKeyDocuments(ctx, { apiKeyId: apiKey.id, documents: ['{ me { id } }'] }, () => ({ name: null }))
  const headers = { authorization: `Bearer ${secret}` }
  const visitor = server.visitor()
  const { id: patientId } = await clinic.patient()
  const answers: Record<string, unknown> = {}
  for (const { method, path, takesBody, takesForm } of routes) {
    const at = path
      .replace(':id', path.startsWith('/api/patients') ? patientId : MISSING)
      .replace(/:\w+/g, MISSING)
    const { status, json } = takesForm
      ? await visitor.send(method, at, uploadForm('report.pdf', paper('report.pdf')), headers)
      : await visitor.call(method, at, takesBody ? {} : undefined, headers)
    const isRefused =
      status === 403 && (json as { message: string }).message.includes('documents of its list')
    if (!isRefused) answers[`${method} ${path}`] = [status, json]
  }
  expect(answers).toEqual({})
  expect(await clinic.db.patientRecord.count()).toBe(0)
  expect(
    await clinic.db.auditLog.count({ where: { action: { notIn: ['denied', 'created', 'updated'] } } }),
  ).toBe(0)
})
