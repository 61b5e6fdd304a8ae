import * as z from 'zod/mini'
import { recordsBeforeConsentChoices } from '../consent/authorization.ts'
import { identityChecks } from '../consent/identityCheck.ts'
import { RECIPIENT } from '../consent/recipients.ts'
import { secondFactorRoles } from '../factors/secondFactor.ts'
import { nullAsLeftOut, optionalLines, optionalText, requiredLine } from '../text.ts'
import { LOGO, LOGO_TOO_LARGE, NO_LOGO } from './logo.ts'
import { CLINIC_ADDRESS, CLINIC_NAME_MAX, CLINIC_RANGES, isTimeZone } from './settings.ts'

function within({ min, max }: { min: number; max: number }) {
  const message = `Choose a whole number from ${min} to ${max}`
  return z.nullish(z.int(message).check(z.minimum(min, message), z.maximum(max, message)))
}

/** An omitted field stays unchanged. */
export const editClinicSetupInput = z.strictObject({
  isDismissed: nullAsLeftOut(z.boolean('Choose yes or no')),
  isConsentFormReviewed: nullAsLeftOut(z.boolean('Choose yes or no')),
})

/** A logo as base64. Its content is checked, not its declared type. */
export const setClinicLogoInput = z.strictObject({
  contentBase64: z
    .string(NO_LOGO)
    .check(
      z.minLength(1, NO_LOGO),
      z.maxLength(Math.ceil(LOGO.bytes / 3) * 4, LOGO_TOO_LARGE),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, NO_LOGO),
    ),
})

/** The logo with this hash. */
export const clinicLogoInput = z.strictObject({
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

/** An omitted field stays unchanged; `null` resets it to the value from server start. */
export const editClinicSettingsInput = z.strictObject({
  name: z.nullish(requiredLine('Clinic name is required', CLINIC_NAME_MAX)),
  timeZone: z.nullish(
    z
      .string('Choose a time zone')
      .check(
        z.maxLength(64, 'Choose a time zone'),
        z.refine(isTimeZone, 'Use the name of a time zone, like America/New_York'),
      ),
  ),
  phone: optionalText(40),
  address: optionalLines(CLINIC_ADDRESS),
  sessionIdleMinutes: within(CLINIC_RANGES.sessionIdleMinutes),
  sessionMaxHours: within(CLINIC_RANGES.sessionMaxHours),
  sessionIdleMinutesAdmin: within(CLINIC_RANGES.sessionIdleMinutes),
  sessionMaxHoursAdmin: within(CLINIC_RANGES.sessionMaxHours),
  sessionIdleMinutesStaff: within(CLINIC_RANGES.sessionIdleMinutes),
  sessionMaxHoursStaff: within(CLINIC_RANGES.sessionMaxHours),
  sessionIdleMinutesAttorney: within(CLINIC_RANGES.sessionIdleMinutes),
  sessionMaxHoursAttorney: within(CLINIC_RANGES.sessionMaxHours),
  consentLinkDays: within(CLINIC_RANGES.consentLinkDays),
  reminderFirstDays: within(CLINIC_RANGES.reminderFirstDays),
  reminderEveryDays: within(CLINIC_RANGES.reminderEveryDays),
  remindersMax: within(CLINIC_RANGES.remindersMax),
  visitReminderFirstDays: within(CLINIC_RANGES.visitReminderFirstDays),
  visitReminderLastDays: within(CLINIC_RANGES.visitReminderLastDays),
  keepDeletedDays: within(CLINIC_RANGES.keepDeletedDays),
  adultAge: within(CLINIC_RANGES.adultAge),
  identityCheck: z.nullish(z.enum(identityChecks, 'Choose an identity check')),
  recordsBeforeConsent: z.nullish(z.enum(recordsBeforeConsentChoices, 'Choose open or closed')),
  secondFactorRoles: z.nullish(z.enum(secondFactorRoles, 'Choose whose accounts need a second factor')),
  secondFactorGraceDays: within(CLINIC_RANGES.secondFactorGraceDays),
  defaultRecipientName: optionalText(RECIPIENT.line),
  defaultRecipientFirm: optionalText(RECIPIENT.line),
  defaultRecipientAddress: optionalText(RECIPIENT.line),
})
