import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { makePng } from '#tests/support/png.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { readClinicLogo, removeClinicLogo, setClinicLogo } from './clinicLogo.ts'

const base64 = (content: Uint8Array) => Buffer.from(content).toString('base64')
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const administrator = async (clinic: TestClinic) => clinic.as(await clinic.user({ role: 'admin' }))

const changes = (clinic: TestClinic) =>
  clinic.db.auditLog.findMany({
    where: { resourceType: 'clinic_settings' },
    orderBy: { id: 'asc' },
    select: { action: true, userId: true, details: true },
  })

test('a logo is set, replaced and removed, each with an audit row, and only the current one can be read', async ({
  clinic,
}) => {
  const admin = await administrator(clinic)
  const [first, second] = [makePng(240, 64), makePng(300, 80)]
  expect(await setClinicLogo(admin, { contentBase64: base64(first) })).toMatchObject({
    logo: { sha256: sha256(first), width: 240, height: 64 },
  })
  await setClinicLogo(admin, { contentBase64: base64(second) })
  await expect(readClinicLogo(clinic.anonymous(), { sha256: sha256(first) })).rejects.toMatchObject({
    code: 'not_found',
  })
  const shown = await readClinicLogo(clinic.anonymous(), { sha256: sha256(second) })
  expect({ ...shown, content: Buffer.from(shown.content) }).toMatchObject({
    content: Buffer.from(second),
    mimeType: 'image/png',
  })
  expect(await removeClinicLogo(admin, {})).toMatchObject({ logo: null })
  expect(await clinic.db.clinicLogo.count()).toBe(0)
  await expect(readClinicLogo(clinic.anonymous(), { sha256: sha256(second) })).rejects.toMatchObject({
    code: 'not_found',
  })
  const row = { action: 'updated', userId: admin.actor.id, details: { fields: ['logo'] } }
  expect(await changes(clinic)).toEqual([row, row, row])
})

test('the same logo again, and removing none, change nothing', async ({ clinic }) => {
  const admin = await administrator(clinic)
  const contentBase64 = base64(makePng(240, 64))
  await removeClinicLogo(admin, {})
  await setClinicLogo(admin, { contentBase64 })
  expect(await setClinicLogo(admin, { contentBase64 })).toMatchObject({ logo: { width: 240 } })
  expect((await changes(clinic)).map(({ action }) => action)).toEqual(['viewed', 'updated', 'viewed'])
})

const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 64, 0, 240, 1, 1, 0x11, 0]),
  Buffer.from([0xff, 0xd9]),
])

test('a JPEG is known by its content', async ({ clinic }) => {
  const admin = await administrator(clinic)
  expect(await setClinicLogo(admin, { contentBase64: base64(jpeg) })).toMatchObject({
    logo: { width: 240, height: 64 },
  })
  expect(await readClinicLogo(clinic.anonymous(), { sha256: sha256(jpeg) })).toMatchObject({
    mimeType: 'image/jpeg',
  })
})

test('a logo is stored without what a program wrote into the file', async ({ clinic }) => {
  const admin = await administrator(clinic)
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 12]), Buffer.from('made in ME')])
  const given = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
  await setClinicLogo(admin, { contentBase64: base64(given) })
  const { content } = await readClinicLogo(clinic.anonymous(), { sha256: sha256(jpeg) })
  expect(Buffer.from(content)).toEqual(Buffer.from(jpeg))
})

test.for([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Choose a PNG or JPEG picture'],
  ['a WebP', webp, 'Choose a PNG or JPEG picture'],
  ['a PNG cut short', Buffer.from(makePng(240, 64)).subarray(0, -4), 'Choose a PNG or JPEG picture'],
  [
    'a PNG with a page behind it',
    Buffer.concat([makePng(240, 64), Buffer.from('<script>')]),
    'Choose a PNG or JPEG picture',
  ],
  [
    'too many bytes',
    Buffer.concat([makePng(240, 64), Buffer.alloc(525_000)]),
    'The logo may be at most 512 kB',
  ],
  ['too many pixels', makePng(1025, 64), 'Each side of the logo must have 16 to 1024 pixels'],
  ['too few pixels', makePng(240, 15), 'Each side of the logo must have 16 to 1024 pixels'],
] as const)('%s is no logo', async ([, content, message], { clinic }) => {
  const admin = await administrator(clinic)
  await expect(setClinicLogo(admin, { contentBase64: base64(content) })).rejects.toMatchObject({
    fields: { contentBase64: message },
  })
  expect(await clinic.db.clinicLogo.count()).toBe(0)
})

test('only administrators change the logo', async ({ clinic }) => {
  for (const role of ['staff', 'attorney'] as const) {
    const user = clinic.as(await clinic.user({ role }))
    await expect(async () =>
      setClinicLogo(user, { contentBase64: base64(makePng(240, 64)) }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(async () => removeClinicLogo(user, {})).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('the database refuses a logo under another hash, and settings with half a logo', async ({ clinic }) => {
  const row = { content: Uint8Array.from(makePng(240, 64)), mimeType: 'image/png' }
  await expect(clinic.db.clinicLogo.create({ data: { ...row, sha256: 'a'.repeat(64) } })).rejects.toThrow()
  await expect(clinic.db.clinicSettings.create({ data: { id: 1, logoWidth: 240 } })).rejects.toThrow()
})

test('an upgraded clinic keeps its settings, without an address and a logo', async () => {
  await withDatabaseBefore('20261125070000_address_of_the_clinic', async ({ ask, upgrade }) => {
    await ask(`INSERT INTO clinic_settings (id, name, phone) VALUES (1, 'Elm Street', '555 0100')`)
    await upgrade()
    expect(await ask('SELECT name, phone, address, logo_sha256, logo_width FROM clinic_settings')).toEqual([
      { name: 'Elm Street', phone: '555 0100', address: null, logo_sha256: null, logo_width: null },
    ])
  })
})
