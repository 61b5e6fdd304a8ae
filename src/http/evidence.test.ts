import { expect } from 'vitest'
import { fingerprintOf } from '#infra/signing/seal.ts'
import { recordSeal } from '#infra/signing/sealHistory.ts'
import { audit } from '#operations/audit.ts'
import { publicSeals } from '#operations/evidence/describeEvidence.ts'
import { signHead } from '#operations/evidence/signHead.ts'
import { asOwner } from '#tests/support/rights.ts'
import { rsaSeal } from '#tests/support/seal.ts'
import { test } from '#tests/support/test.ts'

test('anyone reads the key and the newest head, and nothing else', async ({ clinic, server }) => {
  await audit(clinic.anonymous(), { action: 'viewed', resourceType: 'patient' })
  const head = await signHead(clinic.anonymous())
  const answer = await fetch(new URL('/.well-known/caseload-evidence.json', server.url))
  expect(answer.status).toBe(200)
  const found = await answer.json()
  expect(Object.keys(found)).toEqual(['log', 'seal', 'earlierSeals', 'timeStamps', 'head'])
  expect(found.timeStamps, 'no service is set').toEqual({ roots: [] })
  expect(found.head).toEqual({ note: head?.note, sha256: Buffer.from(head?.sha256 ?? []).toString('hex') })
  expect(found.log.publicKey).toContain('BEGIN PUBLIC KEY')
  expect(found.seal.certificates[0]).toContain('BEGIN CERTIFICATE')
  const posted = await fetch(new URL('/.well-known/caseload-evidence.json', server.url), { method: 'POST' })
  expect(posted.status).toBe(405)
})

test('the certificates of earlier seals stay public, with how one vouches for the next', async ({
  clinic,
  database,
  server,
}) => {
  const { current } = await publicSeals(clinic.anonymous())
  const [old, replaced] = [await rsaSeal('Old'), await rsaSeal('Replaced')]
  await asOwner(database, async (owner) => {
    await recordSeal(owner, [old], new Date())
    await recordSeal(owner, [replaced, old], new Date())
  })
  const found = await (await fetch(new URL('/.well-known/caseload-evidence.json', server.url))).json()
  expect(found.seal).toEqual(current)
  expect(found.earlierSeals).toEqual([
    {
      fingerprint: fingerprintOf(replaced),
      certificates: replaced.chain.map(String),
      crossSigned: expect.stringContaining('BEGIN CERTIFICATE'),
    },
    { fingerprint: fingerprintOf(old), certificates: old.chain.map(String), crossSigned: null },
  ])
})
