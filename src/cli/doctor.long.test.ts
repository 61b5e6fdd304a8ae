import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { makeDatabase } from '#tests/support/database.ts'
import { openDocuSign } from '#tests/support/docusign/server.ts'
import { asOwner } from '#tests/support/rights.ts'
import { s3Credentials } from '#tests/support/s3Server.ts'
import { runProgram } from '#tests/support/serverProcess.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'

type Found = { check: string; state: string; message: string; action?: string }

const doctor = (settings: Record<string, string>, ...words: string[]) =>
  runProgram('cli/doctor.ts', settings, words)

const statesOf = (said: string) =>
  Object.fromEntries((JSON.parse(said).findings as Found[]).map(({ check, state }) => [check, state]))

test('doctor checks an installation, and says for each problem what to do', async () => {
  const database = await makeDatabase(inject('templateUrl'), 'doctor')
  onTestFinished(database.drop)
  const folder = join(temporaryFolder(), 'data')
  const settings = { DATABASE_URL: database.ownerUrl, DATA_DIR: folder, SESSION_SECRET }

  const healthy = await doctor(settings, '--json')
  expect(healthy.exit, healthy.said).toBe(0)
  expect(statesOf(healthy.said)).toEqual({
    settings: 'ok',
    database: 'ok',
    'database rights': 'warning', // the login of the tests is a superuser
    migrations: 'ok',
    clock: 'ok',
    storage: 'ok',
    'disk space': expect.stringMatching(/ok|warning/),
    seal: 'off',
    DocuSign: 'off',
    mail: 'off',
    scanner: 'off',
    'text messages': 'off',
    'time stamps': 'off',
    'locked copies': 'off',
    keys: 'ok',
    backup: 'warning',
    'audit log': 'warning',
  })
  expect(readdirSync(join(folder, 'records'), { recursive: true }).filter((name) => name.length > 2)).toEqual(
    [],
  )

  rmSync(join(folder, 'records'), { recursive: true })
  writeFileSync(join(folder, 'records'), '')
  await asOwner(database, (owner) =>
    owner.query(`
      insert into audit_checks (id, rows, is_intact, heads, checked_at)
        values (gen_random_uuid(), 0, false, '[]', now());
      grant delete on audit_logs to public`),
  )
  const away = {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'clinic@example.org',
    CLAMD_ADDRESS: '127.0.0.1:1',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_API_KEY: `SK${'0'.repeat(32)}`,
    TWILIO_API_SECRET: 'a secret',
    TWILIO_FROM: '+14155550100',
    TWILIO_URL: 'https://127.0.0.1:1',
    BACKUP_KEY: Buffer.alloc(32, 7).toString('base64'),
    BACKUP_S3_BUCKET: 'backups',
    BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
    ...s3Credentials,
  }
  const broken = await doctor({ ...settings, ...away })
  expect(broken.exit, broken.said).toBe(1)
  for (const words of [
    /PROBLEM {2}storage: Files cannot be stored in .*records/,
    /Check the owner of DATA_DIR/,
    /PROBLEM {2}database rights: The application may delete rows of the audit log/,
    /PROBLEM {2}mail: The mail server cannot be used/,
    /PROBLEM {2}text messages: Text messages cannot be sent: Twilio cannot be reached/,
    /PROBLEM {2}scanner: /,
    /PROBLEM {2}backup: The backups cannot be listed: The bucket backups cannot be used: .*ECONNREFUSED/,
    /PROBLEM {2}audit log: The last check found a changed, removed or added row/,
    /7 problems, /,
  ])
    expect(broken.said).toMatch(words)

  await asOwner(database, (owner) =>
    owner.query(
      'delete from _prisma_migrations where migration_name = (select max(migration_name) from _prisma_migrations)',
    ),
  )
  const old = await doctor(settings, '--json')
  expect(old.exit).toBe(1)
  expect(statesOf(old.said)).toMatchObject({ migrations: 'problem' })
  expect(statesOf(old.said)).not.toHaveProperty('keys')
})

test('doctor signs in at DocuSign', async () => {
  const database = await makeDatabase(inject('templateUrl'), 'doctor')
  onTestFinished(database.drop)
  const service = await openDocuSign()
  onTestFinished(service.close)
  const { accountServer, accountId, integrationKey, userId, privateKey, connectKeys } = service.settings()
  const run = (user: string) =>
    doctor({
      ...{ DATABASE_URL: database.ownerUrl, DATA_DIR: join(temporaryFolder(), 'data'), SESSION_SECRET },
      // Only the demo may use a stand-in for DocuSign on this machine.
      NODE_ENV: '',
      DOCUSIGN_ACCOUNT_SERVER: accountServer,
      DOCUSIGN_ACCOUNT_ID: accountId,
      DOCUSIGN_INTEGRATION_KEY: integrationKey,
      DOCUSIGN_USER_ID: user,
      DOCUSIGN_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
      DOCUSIGN_CONNECT_KEYS: connectKeys.join(','),
    })
  const good = await run(userId)
  expect(good.said).toMatch(/ok {7}DocuSign: DocuSign answered for the account Harbor Street Clinic/)
  const bad = await run(accountId)
  expect(bad.exit).toBe(1)
  expect(bad.said).toMatch(/PROBLEM {2}DocuSign: Forms cannot be sent: .*\n.*Check the settings DOCUSIGN_…/)
  expect(bad.said).toMatch(/1 problem, /)
})

test('doctor names invalid settings, and a database that does not answer', async () => {
  const folder = join(temporaryFolder(), 'data')
  const invalid = await doctor({ SESSION_SECRET: 'short', PORT: 'x', DATA_DIR: folder })
  expect(invalid.exit).toBe(1)
  expect(invalid.said).toMatch(/PROBLEM {2}settings: PORT must be/)
  expect(invalid.said).toMatch(/PROBLEM {2}settings: SESSION_SECRET must be/)

  mkdirSync(folder, { recursive: true })
  const DATABASE_URL = 'postgresql://clinic:secret-word@127.0.0.1:1/clinic'
  const away = await doctor({ DATABASE_URL, DATA_DIR: folder, SESSION_SECRET })
  expect(away.exit).toBe(1)
  expect(away.said).toMatch(/PROBLEM {2}database: .*ECONNREFUSED/)
  expect(away.said).not.toContain('secret-word')
})
