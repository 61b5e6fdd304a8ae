import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Needs } from '#app/readiness.ts'
import {
  type ClinicRules,
  demoAddress,
  demoRecipient,
  standardConsentRules,
  standardRoleSessionLimits,
  standardVisitReminders,
} from '#domain/clinic/settings.ts'
import { demoSecondFactors, standardSecondFactors } from '#domain/factors/secondFactor.ts'
import { KEEP_DELETED_DAYS } from '#domain/records/retention.ts'
import { apiKeySecrets } from '#infra/apiKeySecret.ts'
import { archives } from '#infra/archives.ts'
import { authenticators } from '#infra/authenticator.ts'
import { makeCalendars } from '#infra/calendarFile.ts'
import { calendarTokens } from '#infra/calendarToken.ts'
import { csvReader } from '#infra/csv/csvReader.ts'
import {
  exclusionConflict,
  hasLostRace,
  isRepeatable,
  type OpenedDatabase,
  openDatabase,
  uniqueConflict,
} from '#infra/database.ts'
import { shareConnections } from '#infra/databaseSettings.ts'
import { absentDocuSign, makeDocuSign } from '#infra/docusign/docuSign.ts'
import type { Environment } from '#infra/environment.ts'
import { makeDemoTimeStamps } from '#infra/evidence/demoTimeStamps.ts'
import { type EvidenceKey, keepEvidenceKey, makeEvidenceKey } from '#infra/evidence/evidenceKey.ts'
import { makeLockedCopies } from '#infra/evidence/lockedCopies.ts'
import { makeTimeStamps } from '#infra/evidence/timeStamps.ts'
import { createKeyedMutex } from '#infra/keyedMutex.ts'
import { makeMailer } from '#infra/mail/mailer.ts'
import { makeNotices } from '#infra/notices.ts'
import { makePasskeys } from '#infra/passkeys.ts'
import { makePasswords, type Passwords } from '#infra/passwords.ts'
import type { PrismaClient } from '#infra/prisma/client.ts'
import { makeExaminer } from '#infra/records/examiner.ts'
import { findRecordKeys } from '#infra/records/findRecordKeys.ts'
import { openBlobStore } from '#infra/records/openBlobStore.ts'
import { makeRecordStore } from '#infra/records/recordStore.ts'
import { openReplica, type Replica } from '#infra/replica.ts'
import { makeRequestLimit } from '#infra/requestLimit.ts'
import { resourceProblem } from '#infra/resourceProblem.ts'
import { makeClamd } from '#infra/scanning/clamd.ts'
import { newSessionId } from '#infra/sessionCookie.ts'
import { makeSignInLimits } from '#infra/signInLimits.ts'
import { hashLink, makeBuiltInSigning } from '#infra/signing/builtIn.ts'
import { renderOriginal } from '#infra/signing/originalForm.ts'
import type { Signing } from '#infra/signing/provider.ts'
import { makeSeal, type Seal } from '#infra/signing/seal.ts'
import { makeRenderSealedScan } from '#infra/signing/sealedScan.ts'
import { keepSeal, sealBegins } from '#infra/signing/sealKey.ts'
import { makeStampSeal, type StampSeal } from '#infra/signing/sealStamp.ts'
import { makeRenderSignedForm } from '#infra/signing/signedForm.ts'
import { makeSignOnProvider } from '#infra/signOn/signOnProvider.ts'
import type { SlowStatement } from '#infra/slowStatements.ts'
import { makeTwilio } from '#infra/textMessages/twilio.ts'
import { openThrottles } from '#infra/throttle.ts'
import { isTracing } from '#infra/tracing.ts'
import { makeWebhookSender } from '#infra/webhooks/webhookSender.ts'
import { makeClinicSettings } from '#operations/clinic/clinicSettings.ts'
import type { Services } from '#operations/context.ts'
import { makeLive } from '#operations/live/live.ts'

/** Options: a clock for tests, and a handler of errors outside of requests. */
type ServiceOverrides = {
  now?: () => Date
  logFault?: (error: unknown) => void
  logSlow?: (slow: SlowStatement) => void
  passwords?: Promise<Passwords>
  /** Replaces the clinic's settings that apply until an administrator sets others. */
  standard?: Partial<ClinicRules>
}

/** The settings that the services use. */
type ServiceSettings = Pick<
  Environment,
  | 'mode'
  | 'dataDir'
  | 'recordsKeys'
  | 'seal'
  | 'recordsBucket'
  | 'recordLimit'
  | 'scannerPlace'
  | 'publicUrl'
  | 'clinicName'
  | 'clinicTimeZone'
  | 'sessionSecrets'
  | 'sessionLimits'
  | 'signInLimits'
  | 'requestsPerMinute'
  | 'mail'
  | 'docuSign'
> &
  Partial<
    Pick<
      Environment,
      | ConnectionSettings
      | 'signOnProviders'
      | 'evidenceKey'
      | 'evidenceRecipients'
      | 'timeStamps'
      | 'lockedCopies'
      | 'twilio'
      | 'webhookPrivateHosts'
    >
  >

type ConnectionSettings =
  | 'preparesStatements'
  | 'databaseRole'
  | 'databaseDirectUrl'
  | 'databaseReplicaUrl'
  | 'databaseConnections'
  | 'slowStatementMs'

/** The version in package.json. */
export const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/** Creates the services that all operations use. `close` closes their connections to the database. */
export async function createServices(
  settings: ServiceSettings,
  databaseUrl: string,
  {
    now = () => new Date(),
    logFault = () => {},
    logSlow,
    passwords = makePasswords(),
    standard: others = {},
  }: ServiceOverrides = {},
): Promise<Services & { db: PrismaClient; pool: Pool; needs: Needs; close: () => Promise<void> }> {
  const { mode, sessionLimits } = settings
  const { db, statements, pool, close } = await openCheckedDatabase(settings, databaseUrl, logSlow)
  const replica = openItsReplica(settings, pool, logFault)
  const throttles = openThrottles(pool, settings.preparesStatements)
  const notices = makeNotices(settings.databaseDirectUrl ?? databaseUrl, { role: settings.databaseRole })
  const standard = {
    name: settings.clinicName,
    timeZone: settings.clinicTimeZone,
    phone: null,
    address: mode === 'demo' ? demoAddress : null,
    logo: null,
    sessionLimits,
    roleSessionLimits: standardRoleSessionLimits,
    consentRules: { ...standardConsentRules, defaultRecipient: mode === 'demo' ? demoRecipient : null },
    visitReminders: standardVisitReminders,
    recordsBeforeConsent: mode === 'demo' ? ('open' as const) : ('closed' as const),
    keepDeletedDays: KEEP_DELETED_DAYS,
    secondFactors: mode === 'demo' ? demoSecondFactors : standardSecondFactors,
    ...others,
  }
  const clinicSettings = makeClinicSettings({ db, notices, standard, logFault })
  await clinicSettings.refresh()
  const live = makeLive({ services: { db, now, settings: clinicSettings }, notices, logFault })
  const timeStamps = await openTimeStamps(settings, now)
  const sealOf = lazySeal(settings, clinicSettings, now, timeStamps && makeStampSeal(timeStamps, logFault))
  const examiner = makeExaminer(logFault)
  const shelf = openBlobStore(settings)
  const keys = findRecordKeys(settings)
  return {
    db,
    replica,
    statements,
    pool,
    needs: {
      // The listening connection answers also when all connections for requests are busy. Those are asked only if one of
      // them is free, so that a busy process counts as ready.
      database: async () => {
        await notices.check()
        if (pool.idleCount > 0) await pool.query('SELECT 1')
      },
      storage: shelf.check,
    },
    close: async () => {
      await live.close()
      await Promise.all([close(), replica?.close(), examiner.close()])
    },
    mode,
    version,
    settings: clinicSettings,
    now,
    passwords: await passwords,
    signInLimits: makeSignInLimits(throttles, settings.signInLimits),
    signOn: (settings.signOnProviders ?? []).map((one) => makeSignOnProvider(one, settings.publicUrl)),
    requestLimit: makeRequestLimit(throttles, settings.requestsPerMinute),
    mutex: createKeyedMutex(),
    delay,
    recordStore: makeRecordStore({
      shelf,
      keys,
      logFault,
    }),
    secretKeys: keys,
    authenticators,
    passkeys: makePasskeys(settings.publicUrl),
    recordLimit: settings.recordLimit,
    examiner,
    csv: csvReader,
    scanner: settings.scannerPlace ? makeClamd(settings.scannerPlace) : null,
    newSessionId,
    apiKeySecrets,
    calendarTokens,
    calendars: makeCalendars(settings.publicUrl),
    signing: openSigning(settings, now),
    hashLink,
    renderOriginal,
    renderSignedForm: makeRenderSignedForm(sealOf, settings.publicUrl),
    renderSealedScan: makeRenderSealedScan(sealOf, settings.publicUrl),
    sealOf,
    evidenceKeyOf: lazyEvidenceKey(settings),
    evidenceRecipients: settings.evidenceRecipients ?? [],
    timeStamps,
    lockedCopies: settings.lockedCopies ? makeLockedCopies(settings.lockedCopies) : null,
    archives,
    mailer: settings.mail ? makeMailer(settings.mail) : null,
    textMessages: settings.twilio ? makeTwilio(settings.twilio) : null,
    webhookSender: makeWebhookSender(settings.webhookPrivateHosts ?? []),
    publicUrl: settings.publicUrl,
    live,
    notices,
    proxy: { isIgnored: false },
    isRepeatable: (error) => isRepeatable(error) || hasLostRace(error),
    resourceProblem,
    uniqueConflict,
    exclusionConflict,
  }
}

/** Opens the application's pool, and refuses connections without the application's role. */
async function openCheckedDatabase(
  settings: ServiceSettings,
  url: string,
  report?: (slow: SlowStatement) => void,
): Promise<OpenedDatabase> {
  const {
    databaseRole: role,
    databaseConnections = 10,
    databaseDirectUrl,
    preparesStatements = true,
    slowStatementMs: ms = 0,
  } = settings
  const { requests: connections } = shareConnections(databaseConnections)
  const isPooled = databaseDirectUrl !== undefined
  const slow = report && (ms > 0 || isTracing()) ? { ms, report } : undefined
  const opened = openDatabase(url, { role, isPooled, connections, preparesStatements, slow })
  try {
    await opened.check()
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** The replica in the settings. Why it is not used is a fault, because the operator wants it to be. */
function openItsReplica(
  { databaseReplicaUrl: url, databaseRole: role, preparesStatements = true }: ServiceSettings,
  primary: Pool,
  logFault: (error: unknown) => void,
): Replica | null {
  if (!url) return null
  return openReplica(url, primary, {
    role,
    preparesStatements,
    log: (problem) => logFault(new Error(problem)),
  })
}

/** New requests use DocuSign if it is set up. Older requests stay with the provider that sent them. */
function openSigning({ sessionSecrets, docuSign }: ServiceSettings, now: () => Date): Signing {
  const builtIn = makeBuiltInSigning(sessionSecrets)
  const remote = docuSign ? makeDocuSign(docuSign, now) : absentDocuSign
  return {
    current: docuSign ? remote : builtIn,
    of: (name) => (name === 'docusign' ? remote : builtIn),
  }
}

/** The time-stamp services in the settings. The demo has its own. */
async function openTimeStamps({ mode, timeStamps, dataDir }: ServiceSettings, now: () => Date) {
  if (timeStamps) return makeTimeStamps(timeStamps)
  return mode === 'demo' ? makeDemoTimeStamps(dataDir, now) : null
}

/** Loads or creates the seal at its first use, so that commands without forms create no key. Retries after a failure. */
function lazySeal(
  { seal, dataDir, mode }: ServiceSettings,
  clinicSettings: Services['settings'],
  now: () => Date,
  stampSeal: StampSeal | null,
): () => Promise<Seal> {
  let found: Promise<Seal> | undefined
  const find = async () =>
    makeSeal(
      seal ?? (await keepSeal(dataDir, clinicSettings.current().name, sealBegins(mode === 'demo', now()))),
      stampSeal,
    )
  return () => {
    found ??= find().catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}

/** Loads or creates the evidence key at its first use. */
function lazyEvidenceKey(settings: ServiceSettings): () => EvidenceKey {
  let found: EvidenceKey | undefined
  return () => {
    found ??= makeEvidenceKey(keepEvidenceKey(settings))
    return found
  }
}
