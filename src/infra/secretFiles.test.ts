import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { readEnvironment, settings } from './environment.ts'
import { readSecretFiles, SECRET_SETTINGS } from './secretFiles.ts'

function fileWith(content: string): string {
  const folder = temporaryFolder()
  const file = join(folder, 'secret')
  writeFileSync(file, content)
  return file
}

const secret = 'a'.repeat(40)
const clinic = { NODE_ENV: 'production', SESSION_SECRET: secret }

test.each(SECRET_SETTINGS)('%s can be read from a file, without the line break at its end', (name) => {
  for (const end of ['', '\n', '\r\n'])
    expect(readSecretFiles({ [`${name}_FILE`]: fileWith(`two\nlines ${end}`) })).toMatchObject({
      present: { [name]: 'two\nlines ' },
      problems: [],
    })
})

test('the settings use secrets from files', () => {
  const key = Buffer.alloc(32, 7)
  const { sessionSecrets, recordsKeys, databaseUrl } = readEnvironment({
    NODE_ENV: 'production',
    SESSION_SECRET_FILE: fileWith(`${secret},${'b'.repeat(40)}\n`),
    RECORDS_KEY_FILE: fileWith(`${key.toString('base64')}\n`),
    DATABASE_URL: '',
    DATABASE_URL_FILE: fileWith('postgresql://app:pw@db/clinic\n'),
  })
  expect(sessionSecrets).toEqual([secret, 'b'.repeat(40)])
  expect(recordsKeys).toEqual([key])
  expect(databaseUrl).toBe('postgresql://app:pw@db/clinic')
})

test('both a secret and its file, a missing file, and an empty file are all listed, without a secret', () => {
  const empty = fileWith('\n')
  const read = () =>
    readEnvironment({
      ...clinic,
      SESSION_SECRET_FILE: fileWith('hunter2'),
      RECORDS_KEY_FILE: '/no/such/file',
      BACKUP_KEY_FILE: empty,
    })
  expect(read).toThrow(
    [
      'Caseload cannot start with these settings:',
      '  SESSION_SECRET and SESSION_SECRET_FILE exclude each other: set one of them',
      '  RECORDS_KEY_FILE cannot be read: /no/such/file (ENOENT)',
      `  BACKUP_KEY_FILE names an empty file: ${empty}`,
    ].join('\n'),
  )
})

test('a secret in a file is checked like any other, and the message does not repeat it', () => {
  const read = () => readEnvironment({ NODE_ENV: 'production', SESSION_SECRET_FILE: fileWith('hunter2') })
  expect(read).toThrow(/SESSION_SECRET must be a secret of at least 32 characters/)
  expect(read).not.toThrow(/hunter2/)
})

test('every secret and every list of certificates can be read from a file', () => {
  const secrets = Object.keys(settings.shape).filter((name) =>
    /SECRET|PASSPHRASE|PASSWORD|(?<!INTEGRATION)_KEYS?$|^(DATABASE|SMTP)_(.*_)?URL$|CERTIFICATE|OIDC_PROVIDERS|OTLP_HEADERS|_ROOTS$/.test(
      name,
    ),
  )
  expect([...SECRET_SETTINGS].sort()).toEqual(secrets.sort())
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const [intro = ''] = example.split('\n\n')
  expect(SECRET_SETTINGS.filter((name) => !intro.includes(name))).toEqual([])
})
