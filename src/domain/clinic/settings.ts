import type { Role } from '../access/actor.ts'
import type { RecordsBeforeConsent } from '../consent/authorization.ts'
import type { IdentityCheck } from '../consent/identityCheck.ts'
import type { SecondFactorRoles, SecondFactorRules } from '../factors/secondFactor.ts'
import type { ClinicLogo } from './logo.ts'

/** When a session ends: after this time without use, and after this time in any case. */
export type SessionLimits = { idleMinutes: number; absoluteHours: number }

/** The limits for a role's sessions. */
export function sessionLimitsOf(
  { sessionLimits, roleSessionLimits }: Pick<ClinicRules, 'sessionLimits' | 'roleSessionLimits'>,
  role: Role,
): SessionLimits {
  const { idleMinutes, absoluteHours } = roleSessionLimits[role]
  return {
    idleMinutes: idleMinutes ?? sessionLimits.idleMinutes,
    absoluteHours: absoluteHours ?? sessionLimits.absoluteHours,
  }
}

/** The clinic's settings: name, time zone, phone, postal address, session limits and consent rules. */
export type ClinicRules = {
  name: string
  /** IANA name. */
  timeZone: string
  /** For patients; `null` if none is set. */
  phone: string | null
  /** Postal address for patients, in lines; `null` if none is set. */
  address: string | null
  /** On the pages for patients; `null` if there is none. */
  logo: ClinicLogo | null
  /** When a session ends automatically. */
  sessionLimits: SessionLimits
  /** Where a role's sessions end at other times; `null` uses `sessionLimits`. */
  roleSessionLimits: Record<Role, { [Limit in keyof SessionLimits]: SessionLimits[Limit] | null }>
  consentRules: ConsentRules
  visitReminders: VisitReminders
  /** Whether the assigned attorney may see the records before a form is signed. */
  recordsBeforeConsent: RecordsBeforeConsent
  /** Days after which a deleted record is purged. */
  keepDeletedDays: number
  /** Who must have a second factor. */
  secondFactors: SecondFactorRules
}

/** Days before a consultation on which the patient is reminded by e-mail; 0 for no such reminder. */
export type VisitReminders = { firstDays: number; lastDays: number }

/**
 * Days until a signing link expires, and the reminders for an unsigned form: the first, the interval and the
 * maximum number.
 */
export type ConsentRules = {
  linkDays: number
  firstDays: number
  everyDays: number
  reminders: number
  /** The weakest identity check before the document is shown. A sender can only choose a stronger one. */
  identityCheck: IdentityCheck
  /** The age in years from which patients sign for themselves. */
  adultAge: number
  /** The recipient if the sender names none and no attorney is assigned; `null` if the sender has to name one. */
  defaultRecipient: DefaultRecipient | null
}

/** A recipient without an account. One of name and firm is set. */
export type DefaultRecipient = { name: string | null; firm: string | null; address: string | null }

/** The columns of `roleSessionLimits`. */
type RoleSessionSettings = Record<`session${'IdleMinutes' | 'MaxHours'}${Capitalize<Role>}`, number | null>

/** The settings as an administrator sets them, by column; `null` uses the value from server start. */
export type ClinicSettings = RoleSessionSettings & {
  name: string | null
  timeZone: string | null
  phone: string | null
  address: string | null
  sessionIdleMinutes: number | null
  sessionMaxHours: number | null
  consentLinkDays: number | null
  reminderFirstDays: number | null
  reminderEveryDays: number | null
  remindersMax: number | null
  visitReminderFirstDays: number | null
  visitReminderLastDays: number | null
  identityCheck: IdentityCheck | null
  adultAge: number | null
  recordsBeforeConsent: RecordsBeforeConsent | null
  defaultRecipientName: string | null
  defaultRecipientFirm: string | null
  defaultRecipientAddress: string | null
  keepDeletedDays: number | null
  secondFactorRoles: SecondFactorRoles | null
  secondFactorGraceDays: number | null
}

/** The columns of the logo. They are all `null` or all set. */
export type LogoColumns = {
  logoSha256: string | null
  logoWidth: number | null
  logoHeight: number | null
}

export type ClinicSettingName = keyof ClinicSettings

/** When administrators decided something while setting the clinic up; `null` if they have not. */
export type SetupDecisions = {
  consentFormReviewedAt: Date | null
  recordsChosenAt: Date | null
  /** When a second factor was last required of more users. */
  secondFactorSince: Date | null
  setupDismissedAt: Date | null
}

/** Name and time zone of a new clinic until they are set. */
export const NEW_CLINIC = { name: 'Caseload Clinic', timeZone: 'America/New_York' } as const

/** Whether nobody has named the clinic yet. Forms and the certificate of the seal must not state such a name. */
export const isUnnamed = (name: string): boolean => name === NEW_CLINIC.name

/** Every role has the clinic's session limits if none are set. */
export const standardRoleSessionLimits: ClinicRules['roleSessionLimits'] = {
  admin: { idleMinutes: null, absoluteHours: null },
  staff: { idleMinutes: null, absoluteHours: null },
  attorney: { idleMinutes: null, absoluteHours: null },
}

/** The consent rules if none are set. */
export const standardConsentRules: ConsentRules = {
  linkDays: 30,
  firstDays: 3,
  everyDays: 4,
  reminders: 5,
  identityCheck: 'date_of_birth',
  adultAge: 18,
  defaultRecipient: null,
}

/** The reminders of consultations if none are set. */
export const standardVisitReminders: VisitReminders = { firstDays: 3, lastDays: 1 }

/** The default recipient of the demo clinic. */
export const demoRecipient: DefaultRecipient = {
  name: null,
  firm: 'Harbor Legal Aid',
  address: '8 Court Square, Portland, ME 04101',
}

/** The postal address of the demo clinic. */
export const demoAddress = '20 Harbor Street\nPortland, ME 04101'

/** A postal address on one line. */
export const addressInOneLine = (address: string): string => address.replaceAll('\n', ', ')

/** The allowed range of each number. */
export const CLINIC_RANGES = {
  sessionIdleMinutes: { min: 1, max: 720 },
  sessionMaxHours: { min: 1, max: 72 },
  consentLinkDays: { min: 1, max: 365 },
  reminderFirstDays: { min: 1, max: 90 },
  reminderEveryDays: { min: 1, max: 90 },
  remindersMax: { min: 0, max: 20 },
  visitReminderFirstDays: { min: 0, max: 30 },
  visitReminderLastDays: { min: 0, max: 30 },
  keepDeletedDays: { min: 30, max: 9125 },
  adultAge: { min: 14, max: 21 },
  secondFactorGraceDays: { min: 0, max: 90 },
} as const

/** Maximum length of a clinic's name. */
export const CLINIC_NAME_MAX = 100

/** Maximum length of a clinic's postal address, in characters and in lines. */
export const CLINIC_ADDRESS = { characters: 300, lines: 6 } as const

/** Whether a time zone of this name exists (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** The settings in force: those that are set, and defaults for the rest. */
export function rulesFrom(
  set: Partial<ClinicSettings & LogoColumns & SetupDecisions> | null,
  standard: ClinicRules,
): ClinicRules {
  const { admin, staff, attorney } = standard.roleSessionLimits
  const { sessionLimits, consentRules, visitReminders, secondFactors } = standard
  return {
    name: set?.name ?? standard.name,
    timeZone: set?.timeZone ?? standard.timeZone,
    phone: set?.phone ?? standard.phone,
    address: set?.address ?? standard.address,
    logo: logoFrom(set) ?? standard.logo,
    sessionLimits: {
      idleMinutes: set?.sessionIdleMinutes ?? sessionLimits.idleMinutes,
      absoluteHours: set?.sessionMaxHours ?? sessionLimits.absoluteHours,
    },
    roleSessionLimits: {
      admin: {
        idleMinutes: set?.sessionIdleMinutesAdmin ?? admin.idleMinutes,
        absoluteHours: set?.sessionMaxHoursAdmin ?? admin.absoluteHours,
      },
      staff: {
        idleMinutes: set?.sessionIdleMinutesStaff ?? staff.idleMinutes,
        absoluteHours: set?.sessionMaxHoursStaff ?? staff.absoluteHours,
      },
      attorney: {
        idleMinutes: set?.sessionIdleMinutesAttorney ?? attorney.idleMinutes,
        absoluteHours: set?.sessionMaxHoursAttorney ?? attorney.absoluteHours,
      },
    },
    consentRules: {
      linkDays: set?.consentLinkDays ?? consentRules.linkDays,
      firstDays: set?.reminderFirstDays ?? consentRules.firstDays,
      everyDays: set?.reminderEveryDays ?? consentRules.everyDays,
      reminders: set?.remindersMax ?? consentRules.reminders,
      identityCheck: set?.identityCheck ?? consentRules.identityCheck,
      adultAge: set?.adultAge ?? consentRules.adultAge,
      defaultRecipient: recipientFrom(set) ?? consentRules.defaultRecipient,
    },
    visitReminders: {
      firstDays: set?.visitReminderFirstDays ?? visitReminders.firstDays,
      lastDays: set?.visitReminderLastDays ?? visitReminders.lastDays,
    },
    recordsBeforeConsent: set?.recordsBeforeConsent ?? standard.recordsBeforeConsent,
    keepDeletedDays: set?.keepDeletedDays ?? standard.keepDeletedDays,
    secondFactors: {
      roles: set?.secondFactorRoles ?? secondFactors.roles,
      graceDays: set?.secondFactorGraceDays ?? secondFactors.graceDays,
      since: set?.secondFactorSince ?? secondFactors.since,
    },
  }
}

const logoFrom = (set: Partial<LogoColumns> | null): ClinicLogo | null =>
  set?.logoSha256 && set.logoWidth && set.logoHeight
    ? { sha256: set.logoSha256, width: set.logoWidth, height: set.logoHeight }
    : null

const recipientFrom = (set: Partial<ClinicSettings> | null): DefaultRecipient | null =>
  set?.defaultRecipientName || set?.defaultRecipientFirm
    ? {
        name: set.defaultRecipientName ?? null,
        firm: set.defaultRecipientFirm ?? null,
        address: set.defaultRecipientAddress ?? null,
      }
    : null

/** The settings in force, by column. */
export const settingsOf = ({
  name,
  timeZone,
  phone,
  address,
  sessionLimits,
  roleSessionLimits: { admin, staff, attorney },
  consentRules,
  visitReminders,
  recordsBeforeConsent,
  keepDeletedDays,
  secondFactors,
}: ClinicRules) => ({
  name,
  timeZone,
  phone,
  address,
  sessionIdleMinutes: sessionLimits.idleMinutes,
  sessionMaxHours: sessionLimits.absoluteHours,
  sessionIdleMinutesAdmin: admin.idleMinutes,
  sessionMaxHoursAdmin: admin.absoluteHours,
  sessionIdleMinutesStaff: staff.idleMinutes,
  sessionMaxHoursStaff: staff.absoluteHours,
  sessionIdleMinutesAttorney: attorney.idleMinutes,
  sessionMaxHoursAttorney: attorney.absoluteHours,
  consentLinkDays: consentRules.linkDays,
  reminderFirstDays: consentRules.firstDays,
  reminderEveryDays: consentRules.everyDays,
  remindersMax: consentRules.reminders,
  visitReminderFirstDays: visitReminders.firstDays,
  visitReminderLastDays: visitReminders.lastDays,
  identityCheck: consentRules.identityCheck,
  adultAge: consentRules.adultAge,
  recordsBeforeConsent,
  defaultRecipientName: consentRules.defaultRecipient?.name ?? null,
  defaultRecipientFirm: consentRules.defaultRecipient?.firm ?? null,
  defaultRecipientAddress: consentRules.defaultRecipient?.address ?? null,
  keepDeletedDays,
  secondFactorRoles: secondFactors.roles,
  secondFactorGraceDays: secondFactors.graceDays,
})
