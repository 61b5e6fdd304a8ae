import * as z from 'zod/mini'
import { wallClock } from '../dates.ts'
import { identifier, LINE_MAX } from '../text.ts'

/** What a patient can answer through the link of a reminder. */
export const reminderAnswers = ['confirm', 'call', 'stop'] as const
export type ReminderAnswer = (typeof reminderAnswers)[number]

/** What the schedule shows of the answer. */
export const patientAnswers = ['confirmed', 'call_wanted'] as const
export type PatientAnswer = (typeof patientAnswers)[number]

/** The hours of the clinic's day in which reminders are sent: from the first, before the second. */
const SENDING = { from: '10:00', until: '20:00' } as const

/** Whether reminders may be sent at a time, by the clinic's clock. */
export function isSendingTime(at: Date, timeZone: string): boolean {
  const { time } = wallClock(at, timeZone)
  return time >= SENDING.from && time < SENDING.until
}

/** The different days before a consultation on which its patient is reminded; none if both are 0. */
export const reminderDays = ({ firstDays, lastDays }: { firstDays: number; lastDays: number }): number[] =>
  [...new Set([firstDays, lastDays])].filter((days) => days > 0)

const secret = z.string().check(z.maxLength(LINE_MAX))

export const reminderLinkInput = z.strictObject({ secret })

export const answerReminderInput = z.strictObject({
  secret,
  answer: z.enum(reminderAnswers, 'Choose an answer'),
})

export const setPatientRemindersInput = z.strictObject({
  patientId: identifier,
  isStopped: z.boolean('Stopped is yes or no'),
  byText: z.optional(z.nullable(z.boolean('By text is yes or no'))),
})
