import { expect } from 'vitest'
import { audit } from '#operations/audit.ts'
import { signHead } from '#operations/evidence/signHead.ts'
import { test } from '#tests/support/test.ts'

test('anyone reads the key and the newest head, and nothing else', async ({ clinic, server }) => {
  await audit(clinic.anonymous(), { action: 'viewed', resourceType: 'patient' })
  const head = await signHead(clinic.anonymous())
  const answer = await fetch(new URL('/.well-known/caseload-evidence.json', server.url))
  expect(answer.status).toBe(200)
  const found = await answer.json()
  expect(Object.keys(found)).toEqual(['log', 'seal', 'timeStamps', 'head'])
  expect(found.timeStamps, 'no service is set').toEqual({ roots: [] })
  expect(found.head).toEqual({ note: head?.note, sha256: Buffer.from(head?.sha256 ?? []).toString('hex') })
  expect(found.log.publicKey).toContain('BEGIN PUBLIC KEY')
  expect(found.seal.certificates[0]).toContain('BEGIN CERTIFICATE')
  const posted = await fetch(new URL('/.well-known/caseload-evidence.json', server.url), { method: 'POST' })
  expect(posted.status).toBe(405)
})
