import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { writeFolder } from '#infra/archives.ts'
import { checkSeal } from '#infra/signing/sealCheck.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { isOpenSsl3 } from '#tests/support/openssl.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { signByLink } from '#tests/support/signByLink.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test } from '#tests/support/test.ts'
import { sealScans } from '../consent/sealScans.ts'
import { exportEvidence } from './exportEvidence.ts'

/** One patient has signed by link, and another one on paper. */
async function withForms(clinic: TestClinic) {
  const staff = clinic.as(await clinic.user())
  const [remote, onPaper] = [
    await clinic.patient({ createdById: staff.actor.id }),
    await clinic.patient({ createdById: staff.actor.id, status: 'consent_sent' }),
  ]
  await signByLink(clinic, staff, remote.id)
  await bringPaper(staff, onPaper.id)
  await sealScans(clinic.anonymous())
  const requestOf = async (patientId: string) =>
    (await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId, state: 'signed' } })).id
  return { onPaper, form: `${await requestOf(remote.id)}.pdf`, scan: `${await requestOf(onPaper.id)}.pdf` }
}

async function exported(clinic: TestClinic, patientId: string | null = null) {
  const folder = join(temporaryFolder(), 'out')
  const done = await writeFolder(folder, (add) =>
    exportEvidence(clinic.anonymous(), add, { patientId, redact: [], pins: [] }),
  )
  return { folder, done }
}

function verified(folder: string) {
  const { status, stdout, stderr } = spawnSync('python3', [join(folder, 'verify.py')])
  return { status, said: `${stdout}${stderr}` }
}

const canRun = isOpenSsl3 && spawnSync('python3', ['--version']).status === 0

test('the folder has signed forms and scans, and that of a patient only the patient’s own', async ({
  clinic,
}) => {
  const { onPaper, form, scan } = await withForms(clinic)
  const { folder, done } = await exported(clinic)
  expect(done).toMatchObject({ forms: 1, scans: 1, sealedScans: 1, missing: [] })
  expect(readdirSync(join(folder, 'forms'))).toEqual([form])
  expect(readFileSync(join(folder, 'scans', scan))).toEqual(sample('rotation.pdf'))
  const sealed = readFileSync(join(folder, 'sealed-scans', `sealed-${scan}`))
  expect(await checkSeal(sealed)).toMatchObject({ state: 'intact', isScan: true })
  const own = await exported(clinic, onPaper.id)
  expect(own.done).toMatchObject({ forms: 0, scans: 1, sealedScans: 1 })
  expect(readdirSync(join(own.folder, 'scans'))).toEqual([scan])
})

test('a scan that cannot be opened is named with the reason', async ({ clinic }) => {
  const { onPaper, scan } = await withForms(clinic)
  const { filePath } = await clinic.db.patientRecord.findFirstOrThrow({
    where: { patientId: onPaper.id, signedForm: { isNot: null } },
  })
  await clinic.instances.recordStore.remove(filePath)
  const { folder, done } = await exported(clinic)
  const requestId = scan.replace('.pdf', '')
  expect(done).toMatchObject({
    ...{ forms: 1, scans: 0 },
    missing: [{ requestId, reason: expect.stringContaining('damaged or missing') }],
  })
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(
    `lacks files of these scans:\n\n- ${requestId}: `,
  )
})

test.runIf(canRun)(
  'verify.py finds a form, a scan or a sealed scan that was swapped or does not belong',
  async ({ clinic }) => {
    const { form, scan } = await withForms(clinic)
    const { folder } = await exported(clinic)
    const honest = { status: 0, said: expect.stringContaining('signed forms 1, scans 1, sealed scans 1.') }
    expect(verified(folder)).toEqual(honest)
    for (const name of [join('forms', form), join('scans', scan), join('sealed-scans', `sealed-${scan}`)]) {
      const path = join(folder, name)
      const before = readFileSync(path)
      writeFileSync(path, sample('form_two_pages.pdf'))
      expect(verified(folder)).toEqual({
        status: 1,
        said: expect.stringContaining('is not the file that was recorded'),
      })
      writeFileSync(path, before)
    }
    expect(verified(folder)).toEqual(honest)
    writeFileSync(join(folder, 'scans', 'another.pdf'), sample('rotation.pdf'))
    expect(verified(folder)).toEqual({
      status: 1,
      said: expect.stringContaining('another.pdf has no signature'),
    })
  },
)
