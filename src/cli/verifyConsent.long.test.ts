import { expect } from 'vitest'
import { makeTimeStamps } from '#infra/evidence/timeStamps.ts'
import { crossSign } from '#infra/signing/sealCertificate.ts'
import { makeStampSeal } from '#infra/signing/sealStamp.ts'
import { sealScans } from '#operations/consent/sealScans.ts'
import { contentOfRecord } from '#operations/records/contentForExport.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { quickSeal, rsaSeal } from '#tests/support/seal.ts'
import { signedWith } from '#tests/support/signedForms.ts'
import { test } from '#tests/support/test.ts'
import { openTimeStampServer } from '#tests/support/timeStampServer.ts'
import { inFile, oneByteOff, verifyForm } from '#tests/support/verifyForm.ts'

test('without a database the seal alone is looked at', async () => {
  const identity = await rsaSeal()
  const { content, sealedBy } = await signedWith(identity)
  const elsewhere = await verifyForm(inFile(content))
  expect(elsewhere).toMatchObject({ exit: 3 })
  for (const line of [
    'Seal: intact, and over the whole file',
    'Sealed by: CN=Test Clinic document seal, not recognized as a seal of this clinic',
    `Certificate: SHA-256 ${sealedBy}`,
    'Sealed at: 2026-01-05T15:05:00.000Z',
    'Time stamp: none',
    'Database: not asked, because there is no Caseload in this folder',
  ])
    expect(elsewhere.said).toContain(line)

  const own = {
    NODE_ENV: 'production',
    SESSION_SECRET,
    SEAL_KEY: String(identity.key.export({ format: 'pem', type: 'pkcs8' })),
    SEAL_CERTIFICATE: identity.chain.join(''),
  }
  expect(await verifyForm(inFile(content), own)).toMatchObject({
    exit: 0,
    said: expect.stringContaining('a seal of this clinic'),
  })
  expect(await verifyForm(inFile(oneByteOff(content)), own)).toMatchObject({
    exit: 1,
    said: expect.stringContaining('Seal: BROKEN. The file was changed after it was sealed'),
  })
})

test('a stranger compares the seal with the certificate that the clinic publishes', async () => {
  const identity = await rsaSeal()
  const { content } = await signedWith(identity)
  const checked = (form: Uint8Array, pem: string) =>
    verifyForm(inFile(form), {}, ['--certificate', inFile(Buffer.from(pem))])
  expect(await checked(content, identity.chain.join(''))).toMatchObject({
    exit: 0,
    said: expect.stringMatching(/a seal of this clinic[\s\S]*not asked, because a certificate was given/),
  })
  expect(await checked(oneByteOff(content), identity.chain.join(''))).toMatchObject({ exit: 1 })
  const another = await quickSeal()
  expect(await checked(content, another.chain.join(''))).toMatchObject({ exit: 3 })
  expect(await checked(content, 'not PEM')).toMatchObject({
    exit: 2,
    said: expect.stringContaining('is not a certificate in PEM'),
  })
})

test('a stranger who kept the old certificate recognizes the next seal by the cross-signed one', async () => {
  const [old, next] = [await rsaSeal('Old'), await rsaSeal('Next')]
  const { content } = await signedWith(next)
  const crossSigned = await crossSign(old, next.chain[0], new Date())
  const checked = (form: Uint8Array, ...certificates: unknown[]) =>
    verifyForm(inFile(form), {}, ['--certificate', inFile(Buffer.from(certificates.join('')))])
  expect(await checked(content, old.chain[0])).toMatchObject({ exit: 3 })
  expect(await checked(content, old.chain[0], crossSigned)).toMatchObject({
    exit: 0,
    said: expect.stringContaining('a seal of this clinic'),
  })
  expect(await checked(oneByteOff(content), old.chain[0], crossSigned)).toMatchObject({ exit: 1 })
  const stranger = await rsaSeal('Old')
  expect(await checked(content, stranger.chain[0], crossSigned), 'of another key').toMatchObject({ exit: 3 })
  expect(await checked(content, stranger.chain[0], next.chain[0]), 'not vouched for').toMatchObject({
    exit: 3,
  })
})

test('a stranger checks the time stamp with the certificates of its authority', async () => {
  await using service = await openTimeStampServer()
  service.at = () => new Date('2026-01-05T15:05:02Z')
  const identity = await quickSeal()
  const timeStamps = makeTimeStamps(service.settings)
  const { content } = await signedWith(identity, { stampSeal: makeStampSeal(timeStamps, () => {}) })
  const certificate = ['--certificate', inFile(Buffer.from(identity.chain.join('')))]
  const checked = async (...roots: string[]) => {
    const options = roots.flatMap((pem) => ['--time-stamp-roots', inFile(Buffer.from(pem))])
    return (await verifyForm(inFile(content), {}, [...certificate, ...options])).said
  }
  expect(await checked(service.settings.roots.join(''))).toContain(
    'Time stamp: sealed before 2026-01-05T15:05:02.000Z, according to CN=Test Time Stamps',
  )
  for (const roots of [[], [identity.chain.join('')]])
    expect(await checked(...roots)).toMatch(
      /a seal of this clinic[\s\S]*for which no known authority vouches/,
    )
  expect(await checked('not PEM')).toContain('has no certificates in PEM')
})

test('a scan on file is never called an unaltered form, and a broken seal on it counts more', async ({
  clinic,
  database,
}) => {
  const staff = clinic.as(await clinic.user({ firstName: 'Ada', lastName: 'Byron' }))
  const settings = { NODE_ENV: 'production', SESSION_SECRET, DATABASE_URL: database.ownerUrl }
  const file = async (content: Buffer) => bringPaper(staff, (await clinic.patient()).id, content)

  await file(sample('rotation.pdf'))
  const scan = await verifyForm(inFile(sample('rotation.pdf')), settings)
  expect(scan).toMatchObject({ exit: 5 })
  expect(scan.said).toMatch(
    /a scan for consent request \S+, filed by Ada Byron at .* A scan does not prove a signature/,
  )

  await sealScans(clinic.anonymous())
  const { record } = await clinic.db.sealedScan.findFirstOrThrow({ include: { record: true } })
  const sealed = Buffer.concat(await Array.fromAsync(await contentOfRecord(clinic.anonymous(), record.id)))
  const { certificates } = await clinic.instances.sealOf()
  const certificate = inFile(Buffer.from(certificates.join('')))
  for (const checked of [
    await verifyForm(inFile(sealed), settings),
    await verifyForm(inFile(sealed), {}, ['--certificate', certificate]),
  ]) {
    expect(checked).toMatchObject({ exit: 5 })
    expect(checked.said).toContain('Attached: a scan of a form on paper, which does not prove a signature')
  }
  expect(await verifyForm(inFile(oneByteOff(sealed)), {}, ['--certificate', certificate])).toMatchObject({
    exit: 1,
  })

  const { content } = await signedWith(await rsaSeal())
  const doctored = Buffer.from(oneByteOff(content))
  await file(doctored)
  expect(await verifyForm(inFile(doctored), settings)).toMatchObject({
    exit: 1,
    said: expect.stringMatching(/Seal: BROKEN[\s\S]*a scan for consent request/),
  })
})
