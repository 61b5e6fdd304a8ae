import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessages } from '../fieldMessages.ts'
import {
  addClosureInput,
  appointmentDaysInput,
  appointmentListInput,
  bookAppointmentInput,
  cancelAppointmentInput,
  editAppointmentInput,
} from './inputs.ts'

function read(schema: z.ZodMiniType, raw: object) {
  const parsed = z.safeParse(schema, raw)
  return parsed.success ? { data: parsed.data } : { fields: fieldMessages(parsed.error) }
}

const moment = '2026-01-14T19:30:00.000Z'
const visit = { patientId: 'p', providerId: 'u', scheduledAt: moment }
const whole = 'Duration must be 5 to 1440 whole minutes'

describe('a booking', () => {
  test('needs a patient, a provider and a time', () => {
    expect(read(bookAppointmentInput, {})).toEqual({
      fields: {
        patientId: expect.any(String),
        providerId: 'Choose who sees the patient',
        scheduledAt: 'Appointment must have a date and time, with the offset from UTC',
      },
    })
  })

  test.each([undefined, null])('lasts 60 minutes when the duration is %s', (duration) => {
    expect(read(bookAppointmentInput, { ...visit, duration })).toMatchObject({ data: { duration: 60 } })
  })

  test.each([5, 1440])('can last %i minutes', (duration) => {
    expect(read(bookAppointmentInput, { ...visit, duration })).toMatchObject({ data: { duration } })
  })

  test.each([4, 1441, 0, -60, 30.5, '60', Number.NaN])('cannot last %s minutes', (duration) => {
    expect(read(bookAppointmentInput, { ...visit, duration })).toEqual({ fields: { duration: whole } })
  })

  test('cannot have unknown fields', () => {
    expect(read(bookAppointmentInput, { ...visit, isDoubleBooked: true, bookAnyway: 'yes' })).toEqual({
      fields: {
        isDoubleBooked: 'Unknown field: isDoubleBooked',
        bookAnyway: 'Book anyway is yes or no',
      },
    })
  })
})

test('an edit can clear only location and notes, with null or empty text, and cannot change the patient', () => {
  expect(read(editAppointmentInput, { appointmentId: 'a', location: '', notes: null })).toEqual({
    data: { appointmentId: 'a', location: null, notes: null },
  })
  const gone = { appointmentId: 'a', providerId: null, scheduledAt: null, duration: null, patientId: 'q' }
  expect(read(editAppointmentInput, gone)).toEqual({
    fields: {
      providerId: 'Choose who sees the patient',
      scheduledAt: 'Appointment must have a date and time, with the offset from UTC',
      duration: whole,
      patientId: 'Unknown field: patientId',
    },
  })
})

test('the reason for a cancellation is optional and has at most 1,000 characters', () => {
  expect(read(cancelAppointmentInput, { appointmentId: 'a' })).toHaveProperty('data')
  expect(read(cancelAppointmentInput, { appointmentId: 'a', cancelReason: 'x'.repeat(1000) })).toHaveProperty(
    'data',
  )
  expect(read(cancelAppointmentInput, { appointmentId: 'a', cancelReason: 'x'.repeat(1001) })).toEqual({
    fields: { cancelReason: 'Use at most 1000 characters' },
  })
})

test('a range must end after it begins', () => {
  expect(read(appointmentListInput, { from: moment, to: moment })).toEqual({
    fields: { to: 'To must be after from' },
  })
  expect(read(appointmentListInput, { from: moment, to: '2026-01-14T19:30:00.001Z' })).toHaveProperty('data')
  expect(read(appointmentListInput, { from: 'Monday', status: 'gone' })).toEqual({
    fields: {
      from: 'From must be a date and time, with the offset from UTC',
      status: 'Choose a known status',
    },
  })
})

test('an invalid time of a closure or day of a month is reported, whatever the other one is', () => {
  const closure = z.safeParse(addClosureInput, { startsAt: '2026-03-08T07:00:00Z', endsAt: '2200-12-31' })
  expect(closure.error?.issues.map(({ path }) => path.join())).toContain('endsAt')
  const month = z.safeParse(appointmentDaysInput, { from: 'soon', to: '2026-03-08' })
  expect(month.error?.issues.map(({ path }) => path.join())).toContain('from')
})
