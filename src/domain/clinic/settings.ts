import type { IdentityCheck } from '../consent/identityCheck.ts'

/** How a clinic is run: its name and clock, when sessions end, how patients are asked for their consent. */
export type ClinicRules = {
  name: string
  /** IANA name. */
  timeZone: string
  /** When a session ends by itself. */
  sessionLimits: { idleMinutes: number; absoluteHours: number }
  consentRules: ConsentRules
  /** Days after which a deleted record is purged. */
  keepDeletedDays: number
}

/** Days until a signing link ends, and when a patient who has not signed is reminded: first, then every so often, so many times. */
export type ConsentRules = {
  linkDays: number
  firstDays: number
  everyDays: number
  reminders: number
  /** What is asked of whoever holds a link before the document shows. */
  identityCheck: IdentityCheck
}

/** The same as an administrator sets it, by the names of the columns; `null` leaves a matter to how the server was started. */
export type ClinicSettings = {
  name: string | null
  timeZone: string | null
  sessionIdleMinutes: number | null
  sessionMaxHours: number | null
  consentLinkDays: number | null
  reminderFirstDays: number | null
  reminderEveryDays: number | null
  remindersMax: number | null
  identityCheck: IdentityCheck | null
  keepDeletedDays: number | null
}

export type ClinicSettingName = keyof ClinicSettings

/** What a clinic begins with where nobody has said otherwise. */
export const standardConsentRules: ConsentRules = {
  linkDays: 30,
  firstDays: 3,
  everyDays: 4,
  reminders: 5,
  identityCheck: 'none',
}

/** The least and the most of each number. */
export const CLINIC_RANGES = {
  sessionIdleMinutes: { min: 1, max: 720 },
  sessionMaxHours: { min: 1, max: 72 },
  consentLinkDays: { min: 1, max: 365 },
  reminderFirstDays: { min: 1, max: 90 },
  reminderEveryDays: { min: 1, max: 90 },
  remindersMax: { min: 0, max: 20 },
  keepDeletedDays: { min: 30, max: 9125 },
} as const

/** Characters of a clinic's name. */
export const CLINIC_NAME_MAX = 100

/** Whether a clock of this name exists (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** What is in force: each setting where one is set, and the standard for the rest. */
export function rulesFrom(set: Partial<ClinicSettings> | null, standard: ClinicRules): ClinicRules {
  const { sessionLimits, consentRules } = standard
  return {
    name: set?.name ?? standard.name,
    timeZone: set?.timeZone ?? standard.timeZone,
    sessionLimits: {
      idleMinutes: set?.sessionIdleMinutes ?? sessionLimits.idleMinutes,
      absoluteHours: set?.sessionMaxHours ?? sessionLimits.absoluteHours,
    },
    consentRules: {
      linkDays: set?.consentLinkDays ?? consentRules.linkDays,
      firstDays: set?.reminderFirstDays ?? consentRules.firstDays,
      everyDays: set?.reminderEveryDays ?? consentRules.everyDays,
      reminders: set?.remindersMax ?? consentRules.reminders,
      identityCheck: set?.identityCheck ?? consentRules.identityCheck,
    },
    keepDeletedDays: set?.keepDeletedDays ?? standard.keepDeletedDays,
  }
}

/** The rules by the names under which they are set. */
export const settingsOf = ({
  name,
  timeZone,
  sessionLimits,
  consentRules,
  keepDeletedDays,
}: ClinicRules) => ({
  name,
  timeZone,
  sessionIdleMinutes: sessionLimits.idleMinutes,
  sessionMaxHours: sessionLimits.absoluteHours,
  consentLinkDays: consentRules.linkDays,
  reminderFirstDays: consentRules.firstDays,
  reminderEveryDays: consentRules.everyDays,
  remindersMax: consentRules.reminders,
  identityCheck: consentRules.identityCheck,
  keepDeletedDays,
})
