import type { Actor } from '#domain/access/actor.ts'
import { networkOf } from '#domain/access/network.ts'
import type { ClinicRules } from '#domain/clinic/settings.ts'
import type { ApiKeySecrets } from '#infra/apiKeySecret.ts'
import type { Archives } from '#infra/archives.ts'
import type { Authenticators } from '#infra/authenticator.ts'
import type { Calendars } from '#infra/calendarFile.ts'
import type { CalendarTokens } from '#infra/calendarToken.ts'
import type { CsvReader } from '#infra/csv/csvReader.ts'
import type { Database } from '#infra/database.ts'
import type { EvidenceKey } from '#infra/evidence/evidenceKey.ts'
import type { LockedCopies } from '#infra/evidence/lockedCopies.ts'
import type { TimeStamps } from '#infra/evidence/timeStamps.ts'
import type { KeyedMutex } from '#infra/keyedMutex.ts'
import type { Mailer } from '#infra/mail/mailer.ts'
import type { Notices } from '#infra/notices.ts'
import type { Passkeys } from '#infra/passkeys.ts'
import type { Passwords } from '#infra/passwords.ts'
import type { PreparedStatements } from '#infra/preparedStatements.ts'
import type { AuditPatientScope } from '#infra/prisma/client.ts'
import type { Examiner } from '#infra/records/examiner.ts'
import type { RecordKeys } from '#infra/records/recordKeys.ts'
import type { RecordStore } from '#infra/records/recordStore.ts'
import type { Replica } from '#infra/replica.ts'
import type { RequestLimit } from '#infra/requestLimit.ts'
import type { ResourceProblem } from '#infra/resourceProblem.ts'
import type { Scanner } from '#infra/scanning/scanner.ts'
import type { SignInLimits } from '#infra/signInLimits.ts'
import type { RenderOriginal } from '#infra/signing/originalForm.ts'
import type { HashLink, Signing } from '#infra/signing/provider.ts'
import type { Seal } from '#infra/signing/seal.ts'
import type { RenderSealedScan } from '#infra/signing/sealedScan.ts'
import type { RenderSignedForm } from '#infra/signing/signedForm.ts'
import type { SignOnProvider } from '#infra/signOn/signOnProvider.ts'
import type { TextMessages } from '#infra/textMessages/twilio.ts'
import type { WebhookSender } from '#infra/webhooks/webhookSender.ts'
import type { ClinicSettings } from './clinic/clinicSettings.ts'
import type { Live } from './live/follower.ts'

/** Facts about the request itself, for the audit log and the server log. */
export type RequestFacts = {
  id: string
  ipAddress: string | null
  userAgent: string | null
  /** The lists read in this request, by query, so that later pages of a list continue its audit row. */
  listed: Map<string, ListedPage>
  /** Whether the caller gets a whole list or table, page by page. */
  isReadToEnd?: boolean
  /** The run of a request with an Idempotency-Key; its changes are refused once another run has taken over. */
  attempt?: Attempt
}

/** One run of a request with an Idempotency-Key: the row in `idempotency_keys`, and which run of it this is. */
export type Attempt = { id: string; attempt: string }

/** The last page of a list that was read: where it ended, and the audit row of the first page. */
type ListedPage = {
  id: string
  patientScope: Exclude<AuditPatientScope, 'named'> | undefined
  endCursor: string | null
}

/** The services of the app, which are the same for every request. */
export type Services = {
  db: Database
  /** For reports and exports; `null` without DATABASE_REPLICA_URL. */
  replica: Replica | null
  /** For what nearly every request reads. Outside the transactions of `db`. */
  statements: PreparedStatements
  mode: 'demo' | 'production'
  /** The version in package.json. */
  version: string
  settings: ClinicSettings
  now: () => Date
  passwords: Passwords
  signInLimits: SignInLimits
  /** The providers of single sign-on. */
  signOn: readonly SignOnProvider[]
  requestLimit: RequestLimit
  mutex: KeyedMutex
  /** Waits this many milliseconds. Tests skip the wait. */
  delay: (milliseconds: number) => Promise<void>
  recordStore: RecordStore
  /** Encrypts the secrets of authenticator apps. They are the master keys of records. */
  secretKeys: Pick<RecordKeys, 'wrap' | 'unwrap'>
  authenticators: Authenticators
  passkeys: Passkeys
  /** The maximum size of a record in bytes. */
  recordLimit: number
  /** Examines uploaded files. */
  examiner: Examiner
  /** Parses uploaded tables. */
  csv: CsvReader
  /** The virus scanner; `null` if records are not scanned. */
  scanner: Scanner | null
  newSessionId: () => string
  apiKeySecrets: ApiKeySecrets
  calendarTokens: CalendarTokens
  calendars: Calendars
  signing: Signing
  hashLink: HashLink
  renderOriginal: RenderOriginal
  renderSignedForm: RenderSignedForm
  renderSealedScan: RenderSealedScan
  /** The seal on signed forms. Its key is loaded when it is first needed. */
  sealOf: () => Promise<Seal>
  /** The key of the evidence log. It is loaded or created when it is first needed. */
  evidenceKeyOf: () => EvidenceKey
  /** Addresses outside the clinic that get the newest tree head by e-mail once a day. */
  evidenceRecipients: readonly string[]
  /** `null` if tree heads are not time-stamped. */
  timeStamps: TimeStamps | null
  /** `null` if tree heads are not copied to a bucket with Object Lock. */
  lockedCopies: LockedCopies | null
  archives: Archives
  /** `null` if no mail is sent. Then none is queued either. */
  mailer: Mailer | null
  /** `null` if no text messages are sent. Then none are queued either. */
  textMessages: TextMessages | null
  webhookSender: WebhookSender
  /** The public URL without a trailing slash, with which links in emails begin. */
  publicUrl: string
  live: Live
  notices: Pick<Notices, 'listen'>
  /** Whether requests had headers of a proxy that are ignored, because TRUST_PROXY is off. */
  proxy: { isIgnored: boolean }
  /** Whether a transaction may have failed only because of concurrent ones and can be repeated. */
  isRepeatable: (error: unknown) => boolean
  /** What the server or its database ran out of, or `null` for another error. */
  resourceProblem: (error: unknown) => ResourceProblem | null
  /** The unique constraint that a write violated, or `null`. */
  uniqueConflict: (error: unknown) => string | null
  /** The exclusion constraint that a write violated, or `null`. */
  exclusionConflict: (error: unknown) => string | null
}

/** The caller of a request, and its origin. */
type Visitor = {
  actor: Actor | null
  sid: string | null
  /** When the caller last signed in or confirmed their identity in this session; `null` without a session. */
  provenAt: Date | null
  /** The content of the browser's device cookie, or `null`. Only `knownDevices.ts` reads it. */
  readDeviceId: () => Promise<string | null>
  request: RequestFacts
}

/** One request by any caller, with the settings at its start. */
export type RequestContext = Services & ClinicRules & Visitor

/** The context of a new request; anonymous by default. */
export const createRequestContext = (
  services: Services,
  {
    actor = null,
    sid = null,
    provenAt = null,
    readDeviceId = async () => null,
    request,
  }: Partial<Visitor> & Pick<Visitor, 'request'>,
): RequestContext => ({
  ...services,
  ...services.settings.current(),
  actor,
  sid,
  provenAt,
  readDeviceId,
  request,
})

/** The key by which limits count a request: its user, or the network of a caller without a session. */
export const callerOf = ({ actor, request }: Pick<RequestContext, 'actor' | 'request'>): string =>
  actor ? `user:${actor.id}` : networkOf(request.ipAddress)

/** The context of a request by a signed-in user. Operations use nothing else. */
export type OperationContext = RequestContext & { actor: Actor }
