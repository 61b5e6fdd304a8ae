import type { Actor } from '#domain/access/actor.ts'
import { networkOf } from '#domain/access/network.ts'
import type { ClinicRules } from '#domain/clinic/settings.ts'
import type { ApiKeySecrets } from '#infra/apiKeySecret.ts'
import type { Archives } from '#infra/archives.ts'
import type { Calendars } from '#infra/calendarFile.ts'
import type { CalendarTokens } from '#infra/calendarToken.ts'
import type { CsvReader } from '#infra/csv/csvReader.ts'
import type { Database } from '#infra/database.ts'
import type { KeyedMutex } from '#infra/keyedMutex.ts'
import type { Mailer } from '#infra/mail/mailer.ts'
import type { Passwords } from '#infra/passwords.ts'
import type { AuditPatientScope } from '#infra/prisma/client.ts'
import type { Examiner } from '#infra/records/examiner.ts'
import type { RecordStore } from '#infra/records/recordStore.ts'
import type { RequestLimit } from '#infra/requestLimit.ts'
import type { Scanner } from '#infra/scanning/scanner.ts'
import type { SignInLimits } from '#infra/signInLimits.ts'
import type { RenderOriginal } from '#infra/signing/originalForm.ts'
import type { HashLink, Signing } from '#infra/signing/provider.ts'
import type { Seal } from '#infra/signing/seal.ts'
import type { RenderSignedForm } from '#infra/signing/signedForm.ts'
import type { ClinicSettings } from './clinic/clinicSettings.ts'
import type { Live } from './live/follower.ts'

/** Facts about the request itself, for the audit log and the server log. */
export type RequestFacts = {
  id: string
  ipAddress: string | null
  userAgent: string | null
  /** The lists read in this request, by query, so that later pages of a list continue its audit row. */
  listed: Map<string, ListedPage>
  /** True where the caller is sent a whole list or table, page by page. */
  isReadToEnd?: boolean
}

/** The last page that was read of a list: where it ended, and the audit row of the first page. */
type ListedPage = {
  id: string
  patientScope: Exclude<AuditPatientScope, 'named'> | undefined
  endCursor: string | null
}

/** The product's instances, the same for every request. */
export type Services = {
  db: Database
  mode: 'demo' | 'production'
  /** Of the product, as in package.json. */
  version: string
  settings: ClinicSettings
  now: () => Date
  passwords: Passwords
  signInLimits: SignInLimits
  requestLimit: RequestLimit
  inTurn: KeyedMutex
  /** Waits so many milliseconds; tests need not. */
  delay: (milliseconds: number) => Promise<void>
  recordStore: RecordStore
  /** The largest record taken, in bytes. */
  recordLimit: number
  /** What looks into files that arrive. */
  examiner: Examiner
  /** What reads tables that arrive. */
  csv: CsvReader
  /** `null` where records are not scanned for harmful software. */
  scanner: Scanner | null
  newSessionId: () => string
  apiKeySecrets: ApiKeySecrets
  calendarTokens: CalendarTokens
  calendars: Calendars
  signing: Signing
  hashLink: HashLink
  renderOriginal: RenderOriginal
  renderSignedForm: RenderSignedForm
  /** The seal on signed forms; its key is looked for when it is first needed. */
  sealOf: () => Promise<Seal>
  archives: Archives
  /** `null` while no mail is sent: then nothing is queued either. */
  mailer: Mailer | null
  /** Where people reach the product, without a slash at the end; what letters lead to begins with it. */
  publicUrl: string
  live: Live
  /** Whether headers of a proxy came that this process ignores, because TRUST_PROXY is off. */
  proxy: { isIgnored: boolean }
  /** Whether a transaction failed only because of others beside it, and may simply run again. */
  isRepeatable: (error: unknown) => boolean
  /** The constraint a write ran into, or `null`. */
  uniqueConflict: (error: unknown) => string | null
  /** The exclusion constraint a write ran into, or `null`. */
  exclusionConflict: (error: unknown) => string | null
}

/** Who asks, and where from. */
type Visitor = {
  actor: Actor | null
  sid: string | null
  /** What the visitor's device cookie holds, or `null`. Only `knownDevices.ts` reads it. */
  readDeviceId: () => Promise<string | null>
  request: RequestFacts
}

/** One request by anybody, signed in or not, by the rules that held when it came. */
export type RequestContext = Services & ClinicRules & Visitor

/** The context of a new request; anonymous by default. */
export const visitTo = (
  clinic: Services,
  {
    actor = null,
    sid = null,
    readDeviceId = async () => null,
    request,
  }: Partial<Visitor> & Pick<Visitor, 'request'>,
): RequestContext => ({ ...clinic, ...clinic.settings.current(), actor, sid, readDeviceId, request })

/** What limits count a request by: its user, or the network of a caller who is not signed in. */
export const callerOf = ({ actor, request }: Pick<RequestContext, 'actor' | 'request'>): string =>
  actor ? `user:${actor.id}` : networkOf(request.ipAddress)

/** The context of one request by a signed-in user; operations use nothing else. */
export type OperationContext = RequestContext & { actor: Actor }
