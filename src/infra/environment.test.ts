import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { BadSettings, readEnvironment, settings } from './environment.ts'

const secret = 'a'.repeat(32)
const clinic = { NODE_ENV: 'production', SESSION_SECRET: secret }

const newDataFolder = () => join(temporaryFolder(), 'data')

function complaints(variables: NodeJS.ProcessEnv): string[] {
  try {
    readEnvironment(variables)
  } catch (error) {
    if (error instanceof BadSettings) return error.message.split('\n').slice(1)
    throw error
  }
  return []
}

test('without settings, the demo is reachable only from this machine and stores its own session secret', () => {
  const dataDir = newDataFolder()
  const first = readEnvironment({ DATA_DIR: dataDir })

  expect(first).toMatchObject({
    mode: 'demo',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    trustProxy: false,
    clinicTimeZone: 'America/New_York',
    clinicName: 'Harbor Street Clinic',
    logLevel: 'info',
  })
  expect(first.sessionSecrets[0].length).toBeGreaterThanOrEqual(32)
  expect(readEnvironment({ DATA_DIR: dataDir }).sessionSecrets).toEqual(first.sessionSecrets)
  expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
})

test('invalid seal settings prevent the start', () => {
  expect(complaints({ ...clinic, SEAL_KEY: 'x' })).toEqual([
    '  SEAL_KEY and SEAL_CERTIFICATE must be set together',
  ])
  expect(complaints({ ...clinic, SEAL_KEY: 'x', SEAL_CERTIFICATE: 'y' })).toEqual([
    '  SEAL_KEY must be a private key in PEM, without a passphrase',
  ])
})

test('every invalid setting is listed on its own line', () => {
  const lines = complaints({
    ...clinic,
    PORT: '80 80',
    TRUST_PROXY: 'perhaps',
    DATABASE_URL: 'mysql://localhost/clinic',
    CLINIC_TIME_ZONE: 'Mars/Olympus',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'clinic.example',
  })
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(
    expect.arrayContaining([
      'PORT',
      'TRUST_PROXY',
      'DATABASE_URL',
      'CLINIC_TIME_ZONE',
      'LOG_LEVEL',
      'PUBLIC_URL',
    ]),
  )
  expect(lines).toHaveLength(6)
})

const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString()
const docuSign = {
  DOCUSIGN_ACCOUNT_SERVER: 'https://account-d.docusign.com',
  DOCUSIGN_ACCOUNT_ID: '0b6f2c1e-6a43-4f0e-9f52-0d3f4b8f1c11',
  DOCUSIGN_INTEGRATION_KEY: '1b6f2c1e-6a43-4f0e-9f52-0d3f4b8f1c11',
  DOCUSIGN_USER_ID: '2b6f2c1e-6a43-4f0e-9f52-0d3f4b8f1c11',
  DOCUSIGN_PRIVATE_KEY: pem.trim().replaceAll('\n', '\\n'),
  DOCUSIGN_CONNECT_KEYS: 'first-connect-key-000, second-connect-key-00',
}

test('DocuSign needs all of its settings or none, and an official server', () => {
  const real = { ...clinic, PUBLIC_URL: 'https://clinic.example' }
  expect(readEnvironment(real).docuSign).toBeUndefined()
  expect(readEnvironment({ ...real, ...docuSign }).docuSign).toMatchObject({
    accountServer: 'https://account-d.docusign.com',
    privateKey: pem.trim(),
    connectKeys: ['first-connect-key-000', 'second-connect-key-00'],
  })
  const { DOCUSIGN_USER_ID, DOCUSIGN_CONNECT_KEYS, ...half } = docuSign
  expect(complaints({ ...real, ...half })).toEqual([
    expect.stringMatching(/^ {2}DOCUSIGN_USER_ID, DOCUSIGN_CONNECT_KEYS must be set too, or none of them/),
  ])
  const wrong = {
    DOCUSIGN_ACCOUNT_SERVER: 'https://account.example',
    DOCUSIGN_USER_ID: 'frontdesk@clinic.example',
    DOCUSIGN_PRIVATE_KEY: '/no/such/file',
    DOCUSIGN_CONNECT_KEYS: 'short',
  }
  const named = complaints({ ...real, ...docuSign, ...wrong }).map((line) => line.trim().split(' ')[0])
  expect(named).toEqual(Object.keys(wrong))
  const standIn = { ...docuSign, DOCUSIGN_ACCOUNT_SERVER: 'http://127.0.0.1:4000' }
  expect(complaints({ ...real, ...standIn })).toHaveLength(1)
  expect([DOCUSIGN_USER_ID, DOCUSIGN_CONNECT_KEYS]).toHaveLength(2)
})

test('no error message repeats a secret or a password', () => {
  const text = complaints({
    ...clinic,
    SESSION_SECRET: 'hunter2',
    DATABASE_URL: 'http://a:hunter2@db/x',
  }).join()
  expect(text).toContain('SESSION_SECRET')
  expect(text).not.toContain('hunter2')
})

test.each([
  ['missing', undefined],
  ['empty', ''],
  ['short', 'too short'],
  ['short in an older place', `${secret},short`],
])('a clinic with a %s session secret is rejected with instructions', (_case, SESSION_SECRET) => {
  expect(
    complaints({ NODE_ENV: 'production', ...(SESSION_SECRET !== undefined && { SESSION_SECRET }) }),
  ).toEqual([expect.stringMatching(/SESSION_SECRET must be .*openssl rand -base64 48/)])
})

test('session secrets can be rotated: the newest comes first, and older ones still work', () => {
  const older = 'b'.repeat(40)
  const { sessionSecrets } = readEnvironment({ ...clinic, SESSION_SECRET: `${secret}, ${older}` })
  expect(sessionSecrets).toEqual([secret, older])
})

test.each([
  ['the demo on the network', { HOST: '0.0.0.0' }, 'HOST'],
  ['a clinic over plain http', { ...clinic, HOST: '0.0.0.0' }, 'PUBLIC_URL'],
  [
    "an owner's database alone",
    { ...clinic, DATABASE_OWNER_URL: 'postgres://o:p@db/x' },
    'DATABASE_OWNER_URL',
  ],
])('%s is rejected', (_case, variables, name) => {
  expect(complaints(variables)).toEqual([expect.stringContaining(name)])
})

test('a clinic with an https URL may listen on the network', () => {
  const read = readEnvironment({
    ...clinic,
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://clinic.example/',
    TRUST_PROXY: 'true',
  })
  expect(read).toMatchObject({
    mode: 'production',
    publicUrl: 'https://clinic.example',
    trustProxy: { hops: 1 },
  })
})

test('mail needs a server and a sender, and each is validated', () => {
  const variables = {
    ...clinic,
    SMTP_URL: 'smtps://me:pw@mail.example',
    MAIL_FROM: 'Clinic <clinic@example.org>',
  }
  expect(readEnvironment(variables).mail).toMatchObject({
    host: 'mail.example',
    port: 465,
    from: { name: 'Clinic', address: 'clinic@example.org' },
  })
  expect(readEnvironment(clinic).mail).toBeUndefined()
  expect(complaints({ ...variables, MAIL_FROM: '' })).toEqual([
    expect.stringContaining('SMTP_URL and MAIL_FROM'),
  ])
  expect(complaints({ ...variables, SMTP_URL: '' })).toEqual([
    expect.stringContaining('SMTP_URL and MAIL_FROM'),
  ])
  expect(complaints({ ...variables, SMTP_URL: 'hunter2', MAIL_FROM: 'hunter2' })).toEqual([
    '  SMTP_URL must look like smtps://user:password@mail.example:465',
    '  MAIL_FROM must be an address, or a name and <address>',
  ])
})

test('the audit log is mailed to addresses, which need a mail server', () => {
  const variables = { ...clinic, SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'clinic@example.org' }
  const to = 'counsel@firm.example, archive@vault.example'
  expect(readEnvironment({ ...variables, EVIDENCE_MAIL_TO: to }).evidenceRecipients).toEqual([
    'counsel@firm.example',
    'archive@vault.example',
  ])
  expect(readEnvironment(variables).evidenceRecipients).toEqual([])
  expect(complaints({ ...clinic, EVIDENCE_MAIL_TO: to })).toEqual([
    '  EVIDENCE_MAIL_TO needs SMTP_URL, the mail server',
  ])
  expect(complaints({ ...variables, EVIDENCE_MAIL_TO: 'counsel' })).toEqual([
    '  EVIDENCE_MAIL_TO must be at most 20 e-mail addresses, separated by commas',
  ])
})

test('text messages need all settings of Twilio', () => {
  const variables = {
    ...clinic,
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_API_KEY: `SK${'1'.repeat(32)}`,
    TWILIO_API_SECRET: 'a secret',
    TWILIO_FROM: '+14155550100',
  }
  expect(readEnvironment(variables).twilio).toEqual({
    apiUrl: 'https://api.twilio.com',
    accountId: variables.TWILIO_ACCOUNT_SID,
    keyId: variables.TWILIO_API_KEY,
    keySecret: 'a secret',
    from: '+14155550100',
  })
  expect(readEnvironment(clinic).twilio).toBeUndefined()
  expect(complaints({ ...variables, TWILIO_FROM: '' })).toEqual([
    expect.stringContaining('Missing: TWILIO_FROM'),
  ])
  expect(complaints({ ...variables, TWILIO_FROM: 'Clinic', TWILIO_URL: 'http://twilio.example' })).toEqual([
    expect.stringContaining('TWILIO_FROM must be a phone number'),
    expect.stringContaining('TWILIO_URL must be an https address'),
  ])
})

test('an IPv6 loopback address gives a valid URL for links', () => {
  expect(readEnvironment({ ...clinic, HOST: '::1' }).publicUrl).toBe('http://[::1]:3000')
})

test('a bucket for locked copies has a region and six years, unless told otherwise', () => {
  const bucket = { EVIDENCE_S3_BUCKET: 'clinic-evidence' }
  expect(readEnvironment({ ...clinic, ...bucket }).lockedCopies).toEqual({
    bucket: 'clinic-evidence',
    region: 'us-east-1',
    endpoint: undefined,
    prefix: '',
    years: 6,
  })
  expect(readEnvironment(clinic).lockedCopies).toBeUndefined()
  expect(complaints({ ...clinic, EVIDENCE_S3_PREFIX: 'x/' })).toEqual([
    expect.stringContaining('need EVIDENCE_S3_BUCKET'),
  ])
  expect(complaints({ ...clinic, ...bucket, EVIDENCE_S3_YEARS: '0' })).toEqual([
    expect.stringContaining('EVIDENCE_S3_YEARS'),
  ])
})

test('traces go to a collector only with its address', () => {
  expect(readEnvironment(clinic).traces).toBeUndefined()
  const collector = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.org/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b,tenant=clinic',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  }
  expect(readEnvironment({ ...clinic, ...collector }).traces).toEqual({
    endpoint: 'https://traces.example.org/otlp',
    headers: { 'api-key': 'a b', tenant: 'clinic' },
    ratio: 0.1,
  })
  const wrong = { OTEL_EXPORTER_OTLP_ENDPOINT: 'traces.example.org', OTEL_TRACES_SAMPLER_ARG: '2' }
  expect(complaints({ ...clinic, ...wrong })).toEqual([
    expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT must be an address'),
    expect.stringContaining('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'),
  ])
})

test('backups go to a folder or to a bucket, with a key', () => {
  const key = { BACKUP_KEY: Buffer.alloc(32, 7).toString('base64') }
  const bucket = {
    BACKUP_S3_BUCKET: 'clinic-backups',
    BACKUP_S3_PREFIX: 'here/',
    BACKUP_S3_PROFILE: 'backups',
  }
  const given = { ...clinic, ...key, ...bucket, BACKUP_KEEP_DAYS: 'off', BACKUP_INCREMENTAL: 'true' }
  expect(readEnvironment(given).backupSchedule).toEqual({
    place: {
      bucket: 'clinic-backups',
      region: 'us-east-1',
      endpoint: undefined,
      prefix: 'here/',
      profile: 'backups',
    },
    backupAt: '15 3 * * *',
    trialRestoreAt: '15 5 * * 0',
    isIncremental: true,
    keepDays: undefined,
  })
  expect(readEnvironment({ ...clinic, ...key, BACKUP_FOLDER: '/mnt/backups' }).backupSchedule).toMatchObject({
    place: { folder: '/mnt/backups' },
    isIncremental: false,
    keepDays: 31,
  })
  expect(readEnvironment({ ...clinic, ...key }).backupSchedule).toBeUndefined()
  const both = { ...key, ...bucket, BACKUP_FOLDER: '/mnt/backups' }
  expect(complaints({ ...clinic, ...both })).toEqual([expect.stringContaining('exclude each other')])
  expect(complaints({ ...clinic, ...bucket })).toEqual([
    expect.stringContaining('BACKUP_S3_BUCKET needs BACKUP_KEY'),
  ])
  expect(complaints({ ...clinic, BACKUP_S3_PROFILE: 'backups' })).toEqual([
    expect.stringContaining('need BACKUP_S3_BUCKET'),
  ])
})

test('a bucket for records needs a key in the settings', () => {
  const bucket = { RECORDS_S3_BUCKET: 'clinic-records', RECORDS_S3_ENDPOINT: 'https://s3.example.org' }
  expect(() => readEnvironment({ ...clinic, ...bucket })).toThrow('RECORDS_S3_BUCKET needs RECORDS_KEY')
  expect(() => readEnvironment({ ...clinic, RECORDS_S3_PREFIX: 'x/' })).toThrow('need RECORDS_S3_BUCKET')
  const RECORDS_KEY = Buffer.alloc(32, 7).toString('base64')
  expect(readEnvironment({ ...clinic, ...bucket, RECORDS_KEY }).recordsBucket).toEqual({
    bucket: 'clinic-records',
    region: 'us-east-1',
    endpoint: 'https://s3.example.org',
    prefix: '',
  })
})

test('a scanner on another machine needs an explicit setting', () => {
  expect(readEnvironment({ ...clinic, CLAMD_ADDRESS: '/run/clamav/clamd.ctl' })).toMatchObject({
    scannerPlace: { path: '/run/clamav/clamd.ctl' },
  })
  expect(complaints({ ...clinic, CLAMD_ADDRESS: 'clamd' })).toEqual([
    '  CLAMD_ADDRESS must be a socket like /run/clamav/clamd.ctl, or a host:port',
  ])
  expect(complaints({ ...clinic, CLAMD_ADDRESS: 'clamav:3310' })).toEqual([
    expect.stringContaining('records would go there unencrypted'),
  ])
})

test('.env.example lists exactly the existing settings, and an unchanged copy has no effect', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const pairs = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  expect(pairs.map(([name]) => name).sort()).toEqual(Object.keys(settings.shape).sort())

  const DATA_DIR = newDataFolder()
  expect(readEnvironment({ ...Object.fromEntries(pairs), DATA_DIR })).toEqual(readEnvironment({ DATA_DIR }))
})

test('each request is logged in production only, unless ACCESS_LOG says otherwise', () => {
  const logsAccess = (variables: NodeJS.ProcessEnv) =>
    readEnvironment({ DATA_DIR: newDataFolder(), ...variables }).logsAccess
  expect([logsAccess({}), logsAccess({ ACCESS_LOG: 'on' })]).toEqual([false, true])
  expect([logsAccess(clinic), logsAccess({ ...clinic, ACCESS_LOG: 'off' })]).toEqual([true, false])
  expect(complaints({ ...clinic, ACCESS_LOG: 'perhaps' })).toEqual(['  ACCESS_LOG must be on or off'])
})
