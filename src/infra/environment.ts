import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { CLINIC_NAME_MAX, CLINIC_RANGES, isTimeZone, NEW_CLINIC } from '#domain/clinic/settings.ts'
import { isLoopback, isOrigin, isPort, isUrlHost } from './addresses.ts'
import {
  type BackupSchedule,
  type BackupSecret,
  backupProblems,
  backupScheduleOf,
  backupSecretOf,
  backupShape,
} from './backup/backupSettings.ts'
import { type DatabaseSettings, databaseOf, databaseProblems, databaseShape } from './databaseSettings.ts'
import { type DocuSignSettings, docuSignOf, docuSignProblems, docuSignShape } from './docusign/settings.ts'
import { readEvidenceKey } from './evidence/evidenceKey.ts'
import { type LockedCopySettings, lockedCopiesOf, lockedCopyShape } from './evidence/lockedCopySettings.ts'
import {
  type TimeStampSettings,
  timeStampProblems,
  timeStampShape,
  timeStampsOf,
} from './evidence/timeStampSettings.ts'
import { type ListenerSettings, listenerLimitsOf, listenerShape } from './listenerSettings.ts'
import { isAddress, type MailSettings, readMailServer, readSender } from './mail/mailSettings.ts'
import { proxyShape, type TrustedProxies } from './proxySettings.ts'
import {
  type BucketReach,
  type BucketSettings,
  bucketOf,
  bucketProblems,
  optionsWithoutBucket,
  reachOf,
  recordsShape,
} from './records/bucketSettings.ts'
import { type ScannerPlace, scannerProblems, scannerShape } from './scanning/scannerSettings.ts'
import { readSecretFiles } from './secretFiles.ts'
import { keepSessionSecret } from './sessionSecret.ts'
import type { SealIdentity } from './signing/sealCms.ts'
import { sealIn, sealProblems } from './signing/sealKey.ts'
import { type SignOnSettings, signOnShape } from './signOn/signOnSettings.ts'
import { type TwilioSettings, twilioOf, twilioProblems, twilioShape } from './textMessages/twilioSettings.ts'
import { type TraceSettings, traceShape, tracesOf } from './tracing.ts'
import { wholeNumber } from './wholeNumber.ts'

/** Caseload's settings, read once at start. No other code reads process.env. */
export type Environment = DatabaseSettings & {
  /** `demo` unless NODE_ENV is `production`. Demo mode has only loopback access, demo data and a generated secret. */
  mode: 'demo' | 'production'
  port: number
  host: string
  /** An absolute path. */
  dataDir: string
  /** An origin such as `https://caseload.example.org`, without a trailing slash. */
  publicUrl: string
  /** The reverse proxies whose X-Forwarded-* and X-Request-Id headers are trusted. */
  trustProxy: TrustedProxies
  /** The first one encrypts cookies, and all of them decrypt. */
  sessionSecrets: readonly [string, ...string[]]
  /** The master keys of the records, newest first. `undefined` uses the one in DATA_DIR. */
  recordsKeys: readonly Buffer[] | undefined
  /** The key and certificate that seal signed forms. `undefined` uses the seal in DATA_DIR. */
  seal: SealIdentity | undefined
  /** The secret of the evidence log. `undefined` uses the one in DATA_DIR. */
  evidenceKey: Buffer | undefined
  /** Addresses outside the clinic that get the newest tree head by e-mail. */
  evidenceRecipients: readonly string[]
  /** The services that time-stamp signed tree heads. `undefined` if there are none. */
  timeStamps: TimeStampSettings | undefined
  lockedCopies: LockedCopySettings | undefined
  /** The bucket for records. `undefined` uses a folder in DATA_DIR. */
  recordsBucket: BucketSettings | undefined
  /** The secret that encrypts backups. `undefined` if backups are not set up. */
  backupSecret: BackupSecret | undefined
  /** The schedule of automatic backups. `undefined` if there are none. */
  backupSchedule: BackupSchedule | undefined
  /** How commands reach a bucket with backups that they name. */
  backupReach: BucketReach
  /** The maximum size of a record in bytes. */
  recordLimit: number
  /** The address of clamd. `undefined` if records are not scanned. */
  scannerPlace: ScannerPlace | undefined
  /** An IANA time zone. */
  clinicTimeZone: string
  clinicName: string
  /** When a session expires. */
  sessionLimits: { idleMinutes: number; absoluteHours: number }
  /** The wrong passwords allowed per period, for one IP address and for one account. */
  signInLimits: { attempts: number; windowMinutes: number }
  /** Requests per minute of one user, or of one IP address without a session. */
  requestsPerMinute: number
  /** How long the process keeps serving after it was told to stop, while `/readyz` already answers 503. */
  shutdownDelayMs: number
  /** Whether a start applies pending migrations. Otherwise it refuses a database that needs some. */
  migratesAtStart: boolean
  /** The limits on connections and their memory. */
  listenerLimits: ListenerSettings
  /** The mail server and sender. `undefined` if no mail is sent. */
  mail: MailSettings | undefined
  /** The DocuSign account. `undefined` if patients sign on Caseload's own page. */
  docuSign: DocuSignSettings | undefined
  /** The account for text messages. `undefined` if none are sent. */
  twilio: TwilioSettings | undefined
  /** Hosts in private networks that webhooks may call, with the port unless it is the standard one. */
  webhookPrivateHosts: readonly string[]
  /** The providers of single sign-on. */
  signOnProviders: readonly SignOnSettings[]
  /** The port of the metrics on HOST. `undefined` to not publish them. */
  metricsPort: number | undefined
  logLevel: (typeof logLevels)[number]
  /** Whether each request is written to the log. */
  logsAccess: boolean
  /** From which duration in milliseconds a statement of the database is written to the log. 0 writes none. */
  slowStatementMs: number
  /** Where traces go. `undefined` if none are sent. */
  traces: TraceSettings | undefined
}

/** Thrown for invalid settings. The message lists each on its own line and says how to fix it. */
export class BadSettings extends Error {
  override name = 'BadSettings'

  constructor(problems: readonly string[]) {
    super(`Caseload cannot start with these settings:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  }
}

const MEGABYTE = 1_048_576
const EVIDENCE_RECIPIENTS_MAX = 20
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const secretHelp = "of at least 32 characters; make one with 'openssl rand -base64 48'"

/** All settings. `.env.example` lists the same. */
export const settings = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.string().default('3000').transform(Number).refine(isPort, 'must be a whole number from 1 to 65535'),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must be an address without a path, like https://clinic.example')
    .optional(),
  ...proxyShape,
  DATA_DIR: z.string().default('.data'),
  ...databaseShape,
  SESSION_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .refine((list) => list.every((secret) => secret.length >= 32), `must be a secret ${secretHelp}`)
    .optional(),
  SEAL_KEY: z.string().optional(),
  SEAL_CERTIFICATE: z.string().optional(),
  EVIDENCE_KEY: z
    .string()
    .transform(readEvidenceKey)
    .refine((key) => key !== null, "must be 32 bytes in base64; make them with 'openssl rand -base64 32'")
    .optional(),
  EVIDENCE_MAIL_TO: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .refine(
      (list) => list.length <= EVIDENCE_RECIPIENTS_MAX && list.every(isAddress),
      `must be at most ${EVIDENCE_RECIPIENTS_MAX} e-mail addresses, separated by commas`,
    )
    .optional(),
  ...timeStampShape,
  ...lockedCopyShape,
  ...traceShape,
  ...recordsShape,
  ...backupShape,
  RECORD_LIMIT_MB: wholeNumber(25, 1, 2000),
  ...scannerShape,
  CLINIC_NAME: z.string().max(CLINIC_NAME_MAX, `must be ${CLINIC_NAME_MAX} characters or fewer`).optional(),
  CLINIC_TIME_ZONE: z
    .string()
    .default(NEW_CLINIC.timeZone)
    .refine(isTimeZone, 'must be the name of a time zone, like America/New_York'),
  SESSION_IDLE_MINUTES: wholeNumber(
    15,
    CLINIC_RANGES.sessionIdleMinutes.min,
    CLINIC_RANGES.sessionIdleMinutes.max,
  ),
  SESSION_MAX_HOURS: wholeNumber(12, CLINIC_RANGES.sessionMaxHours.min, CLINIC_RANGES.sessionMaxHours.max),
  SIGN_IN_ATTEMPTS: wholeNumber(10, 1, 100_000),
  SIGN_IN_WINDOW_MINUTES: wholeNumber(15, 1, 1440),
  REQUESTS_PER_MINUTE: wholeNumber(300, 10, 10_000_000),
  SHUTDOWN_DELAY: wholeNumber(0, 0, 300),
  MIGRATE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  ...listenerShape,
  SMTP_URL: z
    .string()
    .transform(readMailServer)
    .refine((server) => server !== null, 'must look like smtps://user:password@mail.example:465')
    .optional(),
  MAIL_FROM: z
    .string()
    .transform(readSender)
    .refine((sender) => sender !== null, 'must be an address, or a name and <address>')
    .optional(),
  ...twilioShape,
  ...docuSignShape,
  ...signOnShape,
  WEBHOOK_PRIVATE_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim().toLowerCase()))
    .refine(
      (list) => list.every(isUrlHost),
      'must be hosts as in an address, like integration.internal or 10.0.0.7:8080, separated by commas',
    )
    .optional(),
  METRICS_PORT: z
    .string()
    .transform(Number)
    .refine(isPort, 'must be a whole number from 1 to 65535')
    .optional(),
  ACCESS_LOG: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  SLOW_STATEMENT_MS: wholeNumber(1000, 0, 600_000),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
})

type Settings = z.output<typeof settings>

/**
 * Reads the settings from the environment, from `.env` in the working directory, and from the files of secrets. In demo
 * mode, creates a session secret in DATA_DIR. Throws BadSettings, which lists all invalid settings (or, if there are any,
 * only the problems with files of secrets), or DataFolderProblem.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = withSettingsFile()): Environment {
  const read = readSecretFiles(variables)
  // A missing file would cause further problems, which its own one explains.
  if (read.problems.length > 0) throw new BadSettings(read.problems)
  const present = Object.fromEntries(Object.entries(read.present).filter(([, value]) => value?.trim()))
  const mode = present.NODE_ENV === 'production' ? 'production' : 'demo'
  const parsed = settings.safeParse(present)
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((one) => `${one.path.join('.')} ${one.message}`)
  if (mode === 'production' && !present.SESSION_SECRET)
    problems.push(`SESSION_SECRET must be set: a secret ${secretHelp}`)
  problems.push(...databaseProblems(present))
  if (Boolean(present.SMTP_URL) !== Boolean(present.MAIL_FROM))
    problems.push('SMTP_URL and MAIL_FROM need each other: the mail server and the sender of e-mails')
  if (present.EVIDENCE_MAIL_TO && !present.SMTP_URL)
    problems.push('EVIDENCE_MAIL_TO needs SMTP_URL, the mail server')
  if (parsed.success)
    problems.push(
      ...addressProblems(mode, parsed.data),
      ...sealProblems(parsed.data),
      ...scannerProblems(parsed.data),
    )
  problems.push(...docuSignProblems(present, mode))
  problems.push(...bucketProblems(present), ...backupProblems(present))
  problems.push(
    ...timeStampProblems(present),
    ...optionsWithoutBucket('EVIDENCE', present),
    ...twilioProblems(present),
  )
  if (!parsed.success || problems.length > 0) throw new BadSettings(problems)
  return environment(mode, parsed.data)
}

function environment(mode: Environment['mode'], parsed: Settings): Environment {
  const dataDir = resolve(parsed.DATA_DIR)
  const [newest, ...older] = parsed.SESSION_SECRET ?? [keepSessionSecret(dataDir)]
  return {
    mode,
    port: parsed.PORT,
    host: parsed.HOST,
    dataDir,
    ...databaseOf(parsed),
    publicUrl: publicUrl(parsed),
    trustProxy: parsed.TRUST_PROXY ?? false,
    sessionSecrets: [newest ?? '', ...older],
    recordsKeys: parsed.RECORDS_KEY ?? undefined,
    seal: sealIn(parsed),
    evidenceKey: parsed.EVIDENCE_KEY ?? undefined,
    evidenceRecipients: parsed.EVIDENCE_MAIL_TO ?? [],
    timeStamps: timeStampsOf(parsed),
    lockedCopies: lockedCopiesOf(parsed),
    recordsBucket: bucketOf('RECORDS', parsed),
    backupSecret: backupSecretOf(parsed),
    backupSchedule: backupScheduleOf(parsed),
    backupReach: reachOf('BACKUP', parsed),
    recordLimit: parsed.RECORD_LIMIT_MB * MEGABYTE,
    scannerPlace: parsed.CLAMD_ADDRESS ?? undefined,
    clinicTimeZone: parsed.CLINIC_TIME_ZONE,
    sessionLimits: { idleMinutes: parsed.SESSION_IDLE_MINUTES, absoluteHours: parsed.SESSION_MAX_HOURS },
    signInLimits: { attempts: parsed.SIGN_IN_ATTEMPTS, windowMinutes: parsed.SIGN_IN_WINDOW_MINUTES },
    requestsPerMinute: parsed.REQUESTS_PER_MINUTE,
    shutdownDelayMs: parsed.SHUTDOWN_DELAY * 1000,
    migratesAtStart: parsed.MIGRATE === 'on',
    listenerLimits: listenerLimitsOf(parsed),
    mail: parsed.SMTP_URL && parsed.MAIL_FROM ? { ...parsed.SMTP_URL, from: parsed.MAIL_FROM } : undefined,
    twilio: twilioOf(parsed),
    docuSign: docuSignOf(parsed),
    webhookPrivateHosts: parsed.WEBHOOK_PRIVATE_HOSTS ?? [],
    signOnProviders: parsed.OIDC_PROVIDERS ?? [],
    metricsPort: parsed.METRICS_PORT,
    clinicName: parsed.CLINIC_NAME ?? (mode === 'demo' ? 'Harbor Street Clinic' : NEW_CLINIC.name),
    logLevel: parsed.LOG_LEVEL,
    logsAccess: (parsed.ACCESS_LOG ?? (mode === 'production' ? 'on' : 'off')) === 'on',
    slowStatementMs: parsed.SLOW_STATEMENT_MS,
    traces: tracesOf(parsed),
  }
}

function addressProblems(mode: Environment['mode'], parsed: Settings): string[] {
  if (mode === 'demo' && !isLoopback(parsed.HOST)) {
    return [
      `HOST ${parsed.HOST} would open the demo accounts to the network: leave it at 127.0.0.1, ` +
        'or set NODE_ENV=production',
    ]
  }
  const { protocol, hostname } = new URL(publicUrl(parsed))
  if (protocol === 'https:' || isLoopback(hostname)) return []
  return [
    'PUBLIC_URL must be the https:// address people use: plain http would show passwords and records to the network',
  ]
}

function publicUrl({ PUBLIC_URL, HOST, PORT }: Settings): string {
  return new URL(PUBLIC_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`).origin
}

function withSettingsFile(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
