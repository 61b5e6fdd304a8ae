import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Databases } from '#app/databases.ts'
import { amountOf } from '#domain/amount.ts'
import { type BackupPlaceSettings, openPlace } from '#infra/backup/openBackupPlace.ts'
import { makeDocuSign } from '#infra/docusign/docuSign.ts'
import type { Environment } from '#infra/environment.ts'
import { makeLockedCopies } from '#infra/evidence/lockedCopies.ts'
import { makeTimeStamps } from '#infra/evidence/timeStamps.ts'
import { freeBytes } from '#infra/installationFacts.ts'
import { makeMailer } from '#infra/mail/mailer.ts'
import { allRecordKeys } from '#infra/records/findRecordKeys.ts'
import { openBlobStore } from '#infra/records/openBlobStore.ts'
import { recordKeyId } from '#infra/records/recordKeys.ts'
import { makeClamd } from '#infra/scanning/clamd.ts'
import { requireSecrets, sharedSecrets } from '#infra/sharedSecrets.ts'
import { findSeal } from '#infra/signing/sealKey.ts'
import { makeTwilio } from '#infra/textMessages/twilio.ts'
import { ask } from './databaseChecks.ts'
import { type Check, off, ok, problem, warning } from './finding.ts'

const GIGABYTE = 2 ** 30
const LOW_BYTES = 5 * GIGABYTE
const DAY_MS = 86_400_000
/** A seal's certificate is renewed in time after a warning this early. */
const SEAL_DAYS = 30
/** A daily task may be two hours late. */
const DAILY_HOURS = 26

/** Checks of what Caseload uses beside the database. */
export const serviceChecks = (environment: Environment): Check[] => [
  { name: 'storage', run: () => checkStorage(environment) },
  { name: 'disk space', run: () => checkSpace(environment) },
  { name: 'seal', run: async () => checkSeal(environment) },
  { name: 'DocuSign', run: () => checkDocuSign(environment) },
  { name: 'mail', run: () => checkMail(environment) },
  { name: 'text messages', run: () => checkTextMessages(environment) },
  { name: 'scanner', run: () => checkScanner(environment) },
  { name: 'time stamps', run: () => checkTimeStamps(environment) },
  { name: 'locked copies', run: () => checkLockedCopies(environment) },
]

/** Checks that read Caseload's own tables, so that they need a migrated database. */
export const recordedChecks = (environment: Environment, databases: Databases): Check[] => [
  { name: 'keys', run: () => checkKeys(environment, databases) },
  { name: 'backup', run: () => checkBackup(environment, databases) },
  { name: 'audit log', run: () => checkAudit(databases) },
]

/** Writes, reads and removes a small file. */
async function checkStorage(environment: Environment) {
  const store = openBlobStore(environment)
  const place = environment.recordsBucket
    ? `the bucket ${environment.recordsBucket.bucket}`
    : join(environment.dataDir, 'records')
  const key = randomBytes(16).toString('hex')
  const content = randomBytes(1024)
  try {
    await store.check()
    await store.write(
      key,
      (async function* () {
        yield content
      })(),
    )
    const read = Buffer.concat(await Array.fromAsync(store.read(key, 0, content.length)))
    if (!read.equals(content))
      return problem(`${place} returns other bytes than were written.`, 'Check the disk or the store.')
    return ok(`A file was written to ${place}, read and removed`)
  } catch (error) {
    return problem(
      `Files cannot be stored in ${place}: ${reasonOf(error)}.`,
      environment.recordsBucket
        ? 'Check the settings RECORDS_S3_…, the credentials and their rights.'
        : 'Check the owner of DATA_DIR, its mount and its free space.',
    )
  } finally {
    await store.remove(key).catch(() => {})
  }
}

async function checkSpace({ recordsBucket, dataDir }: Environment) {
  const free = await freeBytes(dataDir)
  if (free === null) return recordsBucket ? ok('Records are in a bucket') : ok('DATA_DIR does not exist yet')
  const message = `${(free / GIGABYTE).toFixed(1)} GB are free for ${dataDir}`
  return free < LOW_BYTES ? warning(`Only ${message}.`, 'Free or add disk space.') : ok(message)
}

/** The secrets of the database, and a master key for every stored record. */
async function checkKeys(environment: Environment, { ownerUrl }: Databases) {
  try {
    await requireSecrets(ownerUrl, environment, sharedSecrets)
  } catch (error) {
    return problem(reasonOf(error), 'Use the secrets of the other processes.')
  }
  const own = allRecordKeys(environment).map(recordKeyId)
  const used = await ask<{ id: string }>(
    ownerUrl,
    'select distinct key_id as id from patient_records where key_id is not null',
  )
  const missing = used.map(({ id }) => id).filter((id) => !own.includes(id))
  if (missing.length === 0) return ok('All secrets are those of the database')
  return problem(
    `Records cannot be opened, because these master keys are missing: ${missing.join(', ')}.`,
    'Add them at the end of RECORDS_KEY. Look in the backups and in your copy.',
  )
}

function checkSeal({ seal, dataDir }: Environment) {
  const identity = seal ?? findSeal(dataDir)
  const [certificate] = identity?.chain ?? []
  if (!certificate) return off('There is no seal yet.', 'The first start creates one.')
  const days = Math.floor((certificate.validToDate.getTime() - Date.now()) / DAY_MS)
  const message = `The certificate of the seal ends in ${amountOf(days, 'day')}`
  const action = 'Renew it with the same key and set SEAL_CERTIFICATE. Read "The seal" in docs/operators.md.'
  if (days < 0) return problem('The certificate of the seal has ended.', action)
  return days < SEAL_DAYS ? warning(`${message}.`, action) : ok(message)
}

async function checkDocuSign({ docuSign }: Environment) {
  if (!docuSign)
    return off(
      'Patients sign on a page of this server.',
      'Read "DocuSign" in docs/operators.md to have them sign there.',
    )
  try {
    return ok(await makeDocuSign(docuSign, () => new Date()).remote.test())
  } catch (error) {
    return problem(`Forms cannot be sent: ${reasonOf(error)}.`, 'Check the settings DOCUSIGN_….')
  }
}

async function checkMail({ mail }: Environment) {
  if (!mail) return off('No mail server is set.', 'Set SMTP_URL and MAIL_FROM to send e-mail.')
  try {
    await makeMailer(mail).test()
    return ok(`${mail.host} accepts the login`)
  } catch (error) {
    return problem(`The mail server cannot be used: ${reasonOf(error)}`, 'Check SMTP_URL.')
  }
}

async function checkTextMessages({ twilio }: Environment) {
  if (!twilio)
    return off(
      'No text messages are sent.',
      'Read "Text messages" in docs/operators.md to send reminders so.',
    )
  try {
    await makeTwilio(twilio).test()
    return ok('Twilio accepts the key')
  } catch (error) {
    return problem(`Text messages cannot be sent: ${reasonOf(error)}.`, 'Check the settings TWILIO_….')
  }
}

async function checkScanner({ scannerPlace }: Environment) {
  if (!scannerPlace) return off('Records are not scanned for viruses.', 'Set CLAMD_ADDRESS.')
  const scanner = makeClamd(scannerPlace)
  const { isWorking, message } = await scanner.test()
  scanner.stop()
  return isWorking ? ok(message) : problem(message, 'Check that clamd runs at CLAMD_ADDRESS.')
}

/** Asks each service for a time stamp of random bytes. */
async function checkTimeStamps({ timeStamps }: Environment) {
  if (!timeStamps)
    return off(
      'No outside service stamps the time of the audit log.',
      'Set TIME_STAMP_URLS and TIME_STAMP_ROOTS. Read docs/evidence.md.',
    )
  const found = await Promise.all(
    makeTimeStamps(timeStamps).services.map(({ name, stamp }) =>
      stamp(randomBytes(32)).then(
        ({ at }) => ok(`${name} stamped a test at ${at.toISOString()}`),
        (error) =>
          problem(
            `${name} gives no time stamp: ${reasonOf(error)}.`,
            'Check TIME_STAMP_URLS, TIME_STAMP_ROOTS and the firewall.',
          ),
      ),
    ),
  )
  return found.flat()
}

/** Lists the bucket. A test copy could not be removed again for years. */
async function checkLockedCopies({ lockedCopies }: Environment) {
  if (!lockedCopies)
    return off(
      'No bucket keeps copies of the signed state of the audit log.',
      'Set EVIDENCE_S3_BUCKET to a bucket with Object Lock. Read docs/evidence.md.',
    )
  const { bucket } = lockedCopies
  try {
    await makeLockedCopies(lockedCopies).list('doctor').next()
    return ok(`The bucket ${bucket} answers`)
  } catch (error) {
    return problem(
      `The bucket ${bucket} cannot be listed: ${reasonOf(error)}.`,
      'Check EVIDENCE_S3_BUCKET, EVIDENCE_S3_REGION, EVIDENCE_S3_ENDPOINT, the credentials and the firewall.',
    )
  }
}

async function checkBackup({ backupSecret, backupSchedule }: Environment, { ownerUrl }: Databases) {
  const action = backupSchedule
    ? 'Look for `scheduled backup failed` in the log.'
    : 'Set BACKUP_FOLDER or BACKUP_S3_BUCKET, or run npm run backup every night and alert on its exit code.'
  if (!backupSecret) return warning('Backups are not set up.', `Set BACKUP_KEY. ${action}`)
  const placeProblem = backupSchedule && (await backupPlaceProblem(backupSchedule.place))
  if (placeProblem) return placeProblem
  const [found] = await ask<{ hours: number | null }>(
    ownerUrl,
    `select extract(epoch from now() - max(created_at))::float / 3600 as hours from audit_logs
      where resource_type = 'backup' and action = 'created'`,
  )
  const hours = found?.hours ?? null
  if (hours === null) return warning('No backup was made yet.', action)
  const message = `The last backup was made ${hours.toFixed(0)} hours ago`
  return hours > DAILY_HOURS ? warning(`${message}.`, action) : ok(message)
}

async function backupPlaceProblem(place: BackupPlaceSettings): Promise<ReturnType<typeof problem> | null> {
  if ('folder' in place)
    return (await isWritable(place.folder))
      ? null
      : problem(
          `The folder of backups, ${place.folder}, is missing or cannot be written.`,
          'Create it, or mount it, and make its owner the user that runs Caseload.',
        )
  try {
    await openPlace(place).backups()
    return null
  } catch (error) {
    return problem(
      `The backups cannot be listed: ${reasonOf(error)}.`,
      'Check BACKUP_S3_BUCKET, BACKUP_S3_REGION, BACKUP_S3_ENDPOINT, the credentials and the firewall.',
    )
  }
}

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

async function checkAudit({ ownerUrl }: Databases) {
  const [found] = await ask<{ hours: number; isIntact: boolean }>(
    ownerUrl,
    `select extract(epoch from now() - checked_at)::float / 3600 as hours, is_intact as "isIntact"
       from audit_checks order by checked_at desc limit 1`,
  )
  if (!found)
    return warning(
      'The audit log has had no complete check yet.',
      'The first one runs tonight. To run one now: npm run audit:verify.',
    )
  if (!found.isIntact)
    return problem(
      'The last check found a changed, removed or added row in the audit log.',
      'Treat it as a security incident. Run npm run audit:verify, and read "The audit log" in docs/operators.md.',
    )
  const message = `The audit log was verified ${found.hours.toFixed(0)} hours ago and is intact`
  return found.hours > DAILY_HOURS
    ? warning(`${message}.`, 'Check that Caseload runs and its jobs do. Run npm run audit:verify.')
    : ok(message)
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
