import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { readConsentRequest } from '#operations/consent/readConsentRequest.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import { signConsent } from '#operations/consent/signConsent.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { examplesIn, isHere, promisedIn, readGuide } from '#tests/support/guide.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test } from '#tests/support/test.ts'

const languages = {
  ts: { command: process.execPath, needs: process.execPath, file: 'recipe.ts' },
  sh: { command: 'sh', needs: 'curl', file: 'recipe.sh' },
  python: { command: 'python3', needs: 'python3', file: 'recipe.py' },
}

const recipes: Record<string, string> = Object.fromEntries(
  readGuide('recipes.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
)

/** Prepares the clinic for a recipe, so that its programs print what they promise. */
const prepare: Record<string, (clinic: TestClinic, run: () => Promise<string>) => Promise<unknown>> = {
  'Keep two systems in step': async () => {},
  'File a record': async (clinic) => {
    const { userId: createdById } = await clinic.db.apiKey.findFirstOrThrow()
    const { id } = await clinic.patient({ createdById })
    await clinic.db.identifier.create({
      data: {
        ...{ kind: 'patient', patientId: id, createdAt: clinic.now },
        ...{ system: 'https://ehr.example.org/patients', value: 'E-52' },
      },
    })
  },
  'React to a signature': async (clinic, run) => {
    expect(await run()).toBe('')
    const staff = clinic.as(await clinic.user())
    const assignedAttorneyId = (await clinic.user({ role: 'attorney' })).id
    const { id: patientId } = await clinic.patient({
      ...{ firstName: 'Ana', lastName: 'Reyes', assignedAttorneyId },
    })
    await sendConsent(staff, { patientId })
    const secret = (await showSigningLink(staff, { patientId })).path.replace('/sign/', '')
    await readConsentRequest(clinic.anonymous(), { secret })
    const signature = { secret, signerName: 'Ana Reyes', agreesToSignElectronically: true } as const
    await signConsent(clinic.anonymous(), signature)
  },
  'Export what has changed every night': (clinic) => clinic.patient(),
}

test.for(
  Object.keys(prepare).flatMap((recipe) =>
    Object.keys(languages).map((language) => [recipe, language] as const),
  ),
)('%s: the program in %s prints what it promises', async ([recipe, language], { clinic, server, skip }) => {
  const { command, needs, file } = languages[language as keyof typeof languages]
  if (!isHere(needs)) return skip()
  const admin = server.visitor()
  await admin.signIn((await clinic.user({ role: 'admin' })).email)
  const made = await admin.ask<{ createServiceAccount: { secret: string } }>(`
    mutation MakeKey {
      createServiceAccount(input: {
        name: "Integration", keyName: "Server", expiresInDays: 90
        scopes: [patients_read, patients_write, records_write, tasks_read, appointments_read]
      }) { secret }
    }`)
  const [program = ''] = examplesIn(recipes[recipe] ?? '', language)
  const folder = temporaryFolder()
  writeFileSync(join(folder, file), program.replaceAll('https://caseload.example.org', server.url))
  const run = async () => {
    const env = { ...process.env, CASELOAD_KEY: made.createServiceAccount.secret }
    return (await promisify(execFile)(command, [file], { cwd: folder, env })).stdout.trim()
  }
  await prepare[recipe]?.(clinic, run)
  expect((await run()).split('\n')).toEqual(promisedIn(program))
})

test('every recipe is tried, in each language', () => {
  expect(Object.keys(recipes)).toEqual(Object.keys(prepare))
  for (const section of Object.values(recipes))
    expect(Object.keys(languages).map((language) => examplesIn(section, language).length)).toEqual([1, 1, 1])
})
